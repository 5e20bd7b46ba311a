import { useTranslations } from '#web/i18n/intl.tsx'
import { FREE_PHOTOS, PREMIUM_PHOTOS } from '#contract/limits.ts'
import type { OwnProfile } from '#contract/profiles/profiles.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { OwnPhotoCard } from './own-photo-card.tsx'
import { PhotoDrafts } from './photo-drafts.tsx'
import { PremiumLink } from '#web/features/profiles/photos/photo-lock-card.tsx'
import { PHOTO_ATTRIBUTE, usePhotoOrder } from './use-photo-order.ts'

interface Props {
  profile: OwnProfile
  /** Called with whether photos are chosen that are not sent yet. */
  onUnsentChange: (hasUnsent: boolean) => void
}

/** The member's own photos: their order, who sees them, and a field to add more. */
export function OwnPhotos({ profile, onUnsentChange }: Props) {
  const t = useTranslations('photos')
  const profiles = useTranslations('profiles')
  const { photos, photoLimit } = profile
  const { shown, dragged, announcement, handleOf } = usePhotoOrder(photos, (place) => t('moved', place))

  const heading = useFocusAfterRemoval<HTMLHeadingElement>(photos.length)

  return (
    <section aria-labelledby="photos">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 ref={heading} id="photos" tabIndex={-1} className="text-xl font-bold">
          {t('title')}
        </h2>
        <p className="text-sm text-text-muted tabular-nums">
          {t('count', { count: photos.length, limit: photoLimit })}
        </p>
      </div>
      {photos.length === 0 && <p className="text-text-muted">{t('empty')}</p>}
      {photos.some(({ isHidden }) => isHidden) && (
        <Alert className="mb-3" actions={<PremiumLink />}>
          {t('hiddenHelp', { limit: FREE_PHOTOS })}
        </Alert>
      )}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {shown.map((photo, index) => (
          <li
            key={photo.id}
            {...{ [PHOTO_ATTRIBUTE]: photo.id }}
            className={dragged === photo.id ? 'opacity-70' : undefined}
          >
            <OwnPhotoCard
              photo={photo}
              name={profile.name}
              number={index + 1}
              count={shown.length}
              handle={handleOf(photo.id)}
            />
          </li>
        ))}
      </ul>
      {photos.length > 1 && <p className="mt-2 text-sm text-text-muted">{t('orderHelp')}</p>}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <PhotoDrafts count={photos.length} limit={photoLimit} onUnsentChange={onUnsentChange} />
      {photos.length === photoLimit && photoLimit < PREMIUM_PHOTOS && (
        <Alert
          tone="special"
          title={t('premium', { limit: PREMIUM_PHOTOS })}
          actions={<PremiumLink />}
          className="mt-4"
        >
          {profiles('lock.premium')}
        </Alert>
      )}
    </section>
  )
}
