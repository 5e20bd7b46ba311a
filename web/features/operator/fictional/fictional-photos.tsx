import {
  addFictionalPhoto,
  chooseFictionalPhoto,
  getFictional,
  listFictional,
  removeFictionalPhoto,
} from '#contract/operator/fictional/calls.ts'
import { getReviewedPhoto } from '#contract/operator/photos/calls.ts'
import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { useActing } from '#web/features/operator/access/use-acting.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { ImageUpload } from '#web/features/operator/ui/image-upload.tsx'
import { Section } from '#web/features/operator/ui/section.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { fictionalQuery } from './queries.ts'

const changes = [getFictional, listFictional]

/** The photos of a fictional profile: added, chosen and deleted one by one. */
export function FictionalPhotos({ profileId }: { profileId: string }) {
  const t = useTranslations('operator-fictional.photos')
  const { photos, photoLimit } = useLoaded(fictionalQuery(profileId))
  const may = useMay()
  return (
    <Section title={t('title')}>
      <p className="mb-3 text-text-muted">{t('help', { max: photoLimit })}</p>
      <ul className="mb-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {photos.map((photo, index) => (
          <PhotoItem key={photo.id} profileId={profileId} photo={photo} nth={index + 1} />
        ))}
      </ul>
      {may('fictional.manage') && photos.length < photoLimit && <PhotoUpload profileId={profileId} />}
    </Section>
  )
}

function PhotoItem({ profileId, photo, nth }: { profileId: string; photo: OwnPhoto; nth: number }) {
  const t = useTranslations('operator-fictional.photos')
  const { profile } = useLoaded(fictionalQuery(profileId))
  const may = useMay()
  const input = { params: { profileId, photoId: photo.id } }
  const choose = useActing(chooseFictionalPhoto, { done: t('chosen'), changes })
  const remove = useActing(removeFictionalPhoto, { done: t('removed'), changes })
  const name = t('nth', { nth, name: profile.name })
  return (
    <li className="flex flex-col items-start gap-2">
      <img
        src={getReviewedPhoto.path.replace(':photoId', photo.id).replace(':size', 'medium')}
        alt={name}
        width={photo.width}
        height={photo.height}
        loading="lazy"
        className="h-64 w-full rounded-md bg-surface-muted object-contain"
      />
      {photo.isMain && <Badge>{t('main')}</Badge>}
      {photo.status !== 'active' && <Badge tone="warning">{t(photo.status)}</Badge>}
      {may('fictional.manage') && (
        <div className="flex flex-wrap gap-2">
          {!photo.isMain && photo.status === 'active' && (
            <Button size="sm" variant="outline" isPending={choose.isPending} onClick={() => choose.mutate(input)}>
              {t('choose')}
              <span className="sr-only">: {name}</span>
            </Button>
          )}
          <Button size="sm" variant="outline" isPending={remove.isPending} onClick={() => remove.mutate(input)}>
            {t('remove')}
            <span className="sr-only">: {name}</span>
          </Button>
        </div>
      )}
    </li>
  )
}

function PhotoUpload({ profileId }: { profileId: string }) {
  const t = useTranslations('operator-fictional.photos')
  const act = useAct()
  return (
    <ImageUpload
      label={t('add')}
      hint={t('hint')}
      done={t('added')}
      changes={changes}
      send={(file) =>
        act(addFictionalPhoto, { params: { profileId }, body: { clientId: crypto.randomUUID() } }, { file })
      }
    />
  )
}
