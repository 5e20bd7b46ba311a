import { Ellipsis, Lock, Star } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { photoUrl, type OwnPhoto } from '#contract/profiles.ts'
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { ownPhotoActions } from './own-photo-actions.ts'
import { useChangePhoto, useRemovePhoto } from './use-own-photos.ts'

interface Props {
  photo: OwnPhoto
  /** The member's name, for the description of the photo. */
  name: string
}

/** An own photo with a menu: make it the main one, change who sees it, delete it. */
export function OwnPhotoCard({ photo, name }: Props) {
  const t = useTranslations('profiles')
  const common = useTranslations('common')
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemovePhoto(photo.id)
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
        <PhotoMenu photo={photo} onDelete={() => setIsAsking(true)} />
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

function PhotoMenu({ photo, onDelete }: { photo: OwnPhoto; onDelete: () => void }) {
  const t = useTranslations('profiles.own')
  const common = useTranslations('common')
  const { mutate: change } = useChangePhoto(photo.id)
  const { canBecomeMain, canChangeVisibility, otherVisibility } = ownPhotoActions(photo)
  return (
    <Menu
      label={t('change')}
      trigger={
        <IconButton label={t('change')} variant="shade">
          <Ellipsis />
        </IconButton>
      }
      items={[
        {
          kind: 'action',
          label: t('makeMain'),
          icon: <Star />,
          disabled: !canBecomeMain,
          onSelect: () => change({ isMain: true }),
        },
        {
          kind: 'action',
          label: t(otherVisibility === 'private' ? 'makePrivate' : 'makePublic'),
          icon: <Lock />,
          disabled: !canChangeVisibility,
          onSelect: () => change({ visibility: otherVisibility }),
        },
        { kind: 'separator' },
        { kind: 'action', label: common('delete'), tone: 'danger', onSelect: onDelete },
      ]}
    />
  )
}
