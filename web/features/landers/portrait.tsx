import { useTranslations } from '#web/i18n/intl.tsx'
import { croppedSrcSet, photoUrl } from '#contract/profiles/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import type { LanderView } from './use-lander.ts'

interface Props {
  view: Pick<LanderView, 'portrait'>
  index: number
}

/** An illustrated person. Decoration: the page states once that its people are illustrations. */
export function Portrait({ view, index }: Props) {
  return (
    <img
      src={view.portrait(index)}
      width={480}
      height={640}
      alt=""
      decoding="async"
      draggable={false}
      loading="eager"
      className="lander-portrait"
    />
  )
}

/** The member's photo on their landing page; the initial where visitors do not see one. */
export function MemberPhoto({ member: { name, photo } }: { member: ProfileCard }) {
  const t = useTranslations('profiles.tile')
  if (!photo || photo.isLocked)
    return (
      <span role="img" aria-label={t('noPhoto', { name })} className="lander-portrait lander-initial">
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
      alt={t('photoOf', { name })}
      draggable={false}
      className="lander-portrait"
    />
  )
}
