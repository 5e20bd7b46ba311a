import { useTranslations } from '#web/i18n/intl.tsx'
import { croppedSrcSet, photoUrl } from '#contract/profiles/photo-urls.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'

/** The member's photo on their landing page; the initial where visitors do not see one. */
export function MemberPhoto({ member: { name, photo } }: { member: ProfileCard }) {
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
