import { useTranslations } from 'use-intl'
import { PHOTO_MAX_MEGABYTES } from '#contract/limits.ts'
import type { OwnProfile } from '#contract/profiles.ts'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { OwnPhotoCard } from './own-photo-card.tsx'
import { PHOTO_FILE_TYPES } from './photo-file-types.ts'
import { useUploadPhoto } from './use-own-photos.ts'

/** The member's own photos, with a field to add one. */
export function OwnPhotos({ profile }: { profile: OwnProfile }) {
  const t = useTranslations('profiles.own')
  const { photos, photoLimit } = profile
  const isFull = photos.length >= photoLimit
  const { upload, isPending, problem } = useUploadPhoto()

  return (
    <section aria-labelledby="photos">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="photos" className="text-xl font-bold">
          {t('photos')}
        </h2>
        <p className="text-sm text-text-muted tabular-nums">
          {t('photoCount', { count: photos.length, limit: photoLimit })}
        </p>
      </div>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map((photo) => (
          <li key={photo.id}>
            <OwnPhotoCard photo={photo} name={profile.name} />
          </li>
        ))}
        {isPending && (
          <li className="grid aspect-3/4 place-items-center rounded-lg bg-surface-muted">
            <Spinner label={t('uploading')} />
          </li>
        )}
      </ul>
      <Field label={t('add')} className="mt-4" error={problem}>
        <FileDrop
          label={t('choose')}
          hint={isFull ? t('full', { limit: photoLimit }) : t('addHint', { megabytes: PHOTO_MAX_MEGABYTES })}
          accept={PHOTO_FILE_TYPES}
          disabled={isFull || isPending}
          files={[]}
          onFilesChange={([file]) => file && upload(file)}
          removeLabel={(fileName) => fileName}
        />
      </Field>
    </section>
  )
}
