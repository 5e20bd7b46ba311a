import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { Intro } from './intro.tsx'
import { MemberPhoto } from './portrait.tsx'
import type { LanderView } from './use-lander.ts'
import './story-lander.css'

interface Props {
  view: LanderView
  member: ProfileCard
}

const slides = ['one', 'two', 'three'] as const

/** A story of three slides over the photo, as phones show them; with reduced motion all at once. */
export function StoryLander({ view, member }: Props) {
  const t = useTranslations('landers')
  return (
    <div className="story">
      <div aria-hidden className="story-ground">
        <MemberPhoto member={member} />
      </div>
      <div className="story-card">
        <MemberPhoto member={member} />
        <div className="story-text">
          <div aria-hidden className="story-bars">
            {slides.map((slide) => (
              <i key={slide} />
            ))}
          </div>
          <ol aria-label={t('story', { name: member.name })} className="story-slides">
            {slides.map((slide) => (
              <li key={slide}>{view.text(slide)}</li>
            ))}
          </ol>
          <Intro view={view}>
            <FictionalLabel member={member} hasWarning />
          </Intro>
        </div>
      </div>
    </div>
  )
}
