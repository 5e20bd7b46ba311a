import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Lock, Star } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import {
  addPhoto,
  changePhoto,
  getMember,
  photoUrl,
  removePhoto,
  type OwnPhoto,
  type OwnProfile,
} from '#contract/profiles.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { ownProfileQuery } from './queries.ts'

/** One's own photos: add, make the main one, show to all or to premium members only, remove. */
export function PhotoManager({ profile }: { profile: OwnProfile }) {
  const t = useTranslations('profiles.own')
  const { photos, photoLimit } = profile
  const isFull = photos.length >= photoLimit
  const upload = useUpload()

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
            <PhotoCard photo={photo} name={profile.name} />
          </li>
        ))}
        {upload.isPending && (
          <li className="grid aspect-3/4 place-items-center rounded-lg bg-surface-muted">
            <Spinner label={t('uploading')} />
          </li>
        )}
      </ul>
      <Field label={t('add')} className="mt-4" error={upload.problem}>
        <FileDrop
          label={t('choose')}
          hint={isFull ? t('full', { limit: photoLimit }) : t('addHint', { megabytes: PHOTO_MAX_BYTES / 1024 / 1024 })}
          accept="image/jpeg,image/png,image/webp"
          disabled={isFull || upload.isPending}
          files={[]}
          onFilesChange={([file]) => file && upload.start(file)}
          removeLabel={(fileName) => fileName}
        />
      </Field>
    </section>
  )
}

/** One change after the other: each answer shows all photos, and the last answer has to be the latest. */
const scope = { id: 'own photos' }

function useUpload() {
  const refresh = useRefresh()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation({
    scope,
    mutationFn: (file: File) => call(addPhoto, { body: { visibility: 'public' } }, { file }),
    onSuccess: () => refresh(),
  })
  return { start: mutate, isPending, problem: error && errorText(error) }
}

/** The top bar shows the main photo too, and one's profile as others see it shows all. */
function useRefresh() {
  const client = useQueryClient()
  return async (profile?: OwnProfile) => {
    const { queryKey } = ownProfileQuery()
    if (profile) client.setQueryData(queryKey, { profile })
    else await client.invalidateQueries({ queryKey })
    void client.invalidateQueries({ queryKey: apiQueryKey(getMember) })
    await client.invalidateQueries({ queryKey: userQuery().queryKey })
  }
}

type Change = { isMain: true } | { visibility: OwnPhoto['visibility'] }

function PhotoCard({ photo, name }: { photo: OwnPhoto; name: string }) {
  const t = useTranslations('profiles')
  const common = useTranslations('common')
  const [isAsking, setIsAsking] = useState(false)
  const refresh = useRefresh()
  const toast = useToast()
  const errorText = useErrorText()
  const params = { photoId: photo.id }
  const onError = (error: Error) => void toast.show({ tone: 'danger', title: errorText(error) })

  const change = useMutation({
    scope,
    mutationFn: (body: Change) => call(changePhoto, { params, body }),
    onSuccess: ({ profile }) => refresh(profile),
    onError,
  })
  const remove = useMutation({
    scope,
    mutationFn: () => call(removePhoto, { params }),
    onSuccess: ({ profile }) => refresh(profile),
    onError,
  })

  return (
    <div className="relative overflow-hidden rounded-lg">
      <LazyImage
        src={photoUrl(photo.id, 'tile')}
        width={3}
        height={4}
        alt={t('photoOf', { name })}
        thumbhash={photo.thumbhash}
      />
      <div className="absolute start-2 bottom-2">
        {photo.isMain && <Badge tone="accent">{t('own.main')}</Badge>}
        {photo.visibility === 'private' && (
          <Badge tone="plain">
            <Lock aria-hidden className="size-3.5" /> {t('own.private')}
          </Badge>
        )}
      </div>
      <div className="absolute end-2 top-2">
        <Menu
          label={t('own.change')}
          trigger={
            <IconButton label={t('own.change')} variant="shade">
              <Ellipsis />
            </IconButton>
          }
          items={[
            {
              kind: 'action',
              label: t('own.makeMain'),
              icon: <Star />,
              disabled: photo.isMain || photo.visibility === 'private',
              onSelect: () => change.mutate({ isMain: true }),
            },
            {
              kind: 'action',
              label: t(photo.visibility === 'public' ? 'own.makePrivate' : 'own.makePublic'),
              icon: <Lock />,
              disabled: photo.isMain,
              onSelect: () => change.mutate({ visibility: photo.visibility === 'public' ? 'private' : 'public' }),
            },
            { kind: 'separator' },
            { kind: 'action', label: common('delete'), tone: 'danger', onSelect: () => setIsAsking(true) },
          ]}
        />
      </div>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('own.askRemove')}
        confirmLabel={common('delete')}
        cancelLabel={common('cancel')}
        tone="danger"
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </div>
  )
}
