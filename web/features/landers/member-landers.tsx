import { Clapperboard, Coffee, Footprints, Heart, UtensilsCrossed } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { trafficFields } from './traffic-query.ts'
import { firstMessageIdeas } from '#contract/signup.ts'
import { croppedSrcSet, photoUrl } from '#contract/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles.ts'
import { FictionalLabel } from '#web/features/profiles/fictional-label.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Intro } from './intro.tsx'
import type { LanderView } from './use-lander.ts'
import './member-landers.css'

interface Props {
  view: LanderView
  member: ProfileCard
}

/** The member's photo with a ring that spreads from it. */
export function InvitationLander({ view, member }: Props) {
  return (
    <div className="lander-split invitation">
      <div className="invitation-stage">
        <i aria-hidden />
        <i aria-hidden />
        <i aria-hidden />
        <figure className="invitation-card">
          <MemberPhoto member={member} />
          <figcaption>
            <strong>
              {member.name}, {member.age}
            </strong>
            <span>{member.region}</span>
          </figcaption>
          <span aria-hidden className="invitation-heart">
            <Heart />
          </span>
        </figure>
      </div>
      <Intro view={view}>
        <FictionalLabel member={member} hasWarning />
      </Intro>
    </div>
  )
}

const slides = ['one', 'two', 'three'] as const

/** A story of three slides over the photo, as phones show them. Who wants less motion sees all of them at once. */
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

const icons = { coffee: Coffee, walk: Footprints, film: Clapperboard, dinner: UtensilsCrossed }
const ideaTexts = { coffee: 'one', walk: 'two', film: 'three', dinner: 'four' } as const

/** A ticket for two: the choice of what to do is the first message at the sign-up. A form, which needs no script. */
export function TicketLander({ view, member }: Props) {
  const t = useTranslations('landers')
  const signupT = useTranslations('signup')
  const [path] = view.signupUrl.split('?')
  return (
    <div className="ticket">
      <form method="get" action={path} className="ticket-paper">
        <div className="ticket-stub">
          <MemberPhoto member={member} />
          <p>
            <strong>
              {member.name}, {member.age}
            </strong>
            <span>{member.region}</span>
          </p>
        </div>
        <div className="ticket-main">
          <p className="lander-kicker">{view.text('kicker')}</p>
          <h1>{view.text('title')}</h1>
          <p className="lander-lead">{view.text('lead')}</p>
          <FictionalLabel member={member} hasWarning />
          <fieldset>
            <legend>{t('ideas')}</legend>
            {firstMessageIdeas.map((idea, index) => {
              const Icon = icons[idea]
              return (
                <label key={idea}>
                  <input type="radio" name="idea" value={idea} defaultChecked={index === 0} />
                  <Icon aria-hidden />
                  {view.text(ideaTexts[idea])}
                </label>
              )
            })}
          </fieldset>
          {trafficFields(view.traffic).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {view.isSignupOpen ? (
            <Button type="submit" variant="gradient" size="lg" className="lander-call">
              {view.text('action')}
            </Button>
          ) : (
            <p>{signupT('closed')}</p>
          )}
        </div>
      </form>
    </div>
  )
}

function MemberPhoto({ member: { name, photo } }: { member: ProfileCard }) {
  const t = useTranslations('profiles')
  if (!photo || photo.isLocked)
    return (
      <span role="img" aria-label={t('tile.noPhoto', { name })} className="lander-portrait lander-initial">
        <span aria-hidden>{[...name][0]}</span>
      </span>
    )
  return (
    <img
      src={photoUrl(photo.id, 'tile')}
      srcSet={croppedSrcSet(photo.id)}
      sizes="(min-width: 48rem) 26rem, 80vw"
      width={3}
      height={4}
      alt={t('tile.photoOf', { name })}
      draggable={false}
      className="lander-portrait"
    />
  )
}
