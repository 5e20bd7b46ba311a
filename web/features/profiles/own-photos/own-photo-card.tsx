import Crop from 'lucide-react/icons/crop'
import Ellipsis from 'lucide-react/icons/ellipsis'
import GripVertical from 'lucide-react/icons/grip-vertical'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import Pencil from 'lucide-react/icons/pencil'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash'
import { useState, type HTMLAttributes, type ReactElement } from 'react'
import { useQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { photoUrl, wholeSrcSet } from '#contract/profiles/photo-urls.ts'
import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { cx } from '#web/ui/cx.ts'
import { Badge } from '#web/ui/elements/badge.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { AlertDialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { OwnPhotoDialog } from './own-photo-dialog.tsx'
import { useChangePhoto, useRemovePhoto, useReplacePhoto } from './use-own-photos.ts'
import { CropDialog } from './crop-dialog.tsx'

interface Props {
  photo: OwnPhoto
  /** The member's name, for the description of the photo. */
  name: string
  /** Place of the photo, from 1, among `count`. */
  number: number
  count: number
  handle: HTMLAttributes<HTMLElement>
  /** Lies on the main photo, which is shown larger. */
  caption: ReactElement | false
}

/** An own photo with its state, a handle to move it and a menu. */
export function OwnPhotoCard({ photo, name, number, count, handle, caption }: Props) {
  const profiles = useTranslations('profiles')
  const t = useTranslations('photos')
  const common = useTranslations('common')
  const [isAsking, setIsAsking] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const [isCropping, setIsCropping] = useState(false)
  const remove = useRemovePhoto(photo.id)
  return (
    <div className={cx('relative h-full overflow-hidden rounded-lg', caption && 'max-sm:@max-[28rem]:rounded-none')}>
      <LazyImage
        src={photoUrl(photo.id, caption ? 'medium' : 'tile')}
        srcSet={caption ? wholeSrcSet(photo) : undefined}
        sizes={caption ? '(min-width: 768px) 400px, 100vw' : undefined}
        width={3}
        height={4}
        alt={photo.caption || profiles('tile.photoOf', { name })}
        preview={photo.preview}
        isUrgent={caption !== false}
        className={cx(
          'h-full w-full',
          (photo.isHidden || photo.status === 'rejected') && 'opacity-50',
          caption && 'max-sm:@max-[28rem]:max-h-[50svh]',
        )}
      />
      {caption}
      <PhotoBadges photo={photo} isAbove={caption !== false} />
      <div className="absolute inset-x-2 top-2 flex justify-between">
        {!photo.isMain && count > 1 ? (
          <IconButton
            {...handle}
            label={t('move', { number, count })}
            variant="shade"
            size="sm"
            className={cx('cursor-grab touch-none', smallDisc)}
          >
            <GripVertical />
          </IconButton>
        ) : (
          <span />
        )}
        <PhotoMenu
          photo={photo}
          number={number}
          onEdit={() => setIsEditing(true)}
          onCrop={() => setIsCropping(true)}
          onDelete={() => setIsAsking(true)}
        />
      </div>
      <OwnPhotoDialog photo={photo} open={isEditing} onOpenChange={setIsEditing} />
      <OwnPhotoCrop photoId={photo.id} open={isCropping} onOpenChange={setIsCropping} />
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('askRemove')}
        description={t('removeText')}
        confirmLabel={common('delete')}
        cancelLabel={common('cancel')}
        tone="danger"
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </div>
  )
}

/** On the narrowest phone a photo is 95 px wide: these leave the face free. */
const smallDisc = 'size-7!'

/** A text that may be wider than a small photo takes several lines. */
const longVariants = 'max-w-full rounded-md! py-0.5 whitespace-normal! wrap-anywhere'

/** Says what is special about a photo: main, who sees it, and whether review or the limit hides it. */
function PhotoBadges({ photo, isAbove }: Pick<Props, 'photo'> & { isAbove: boolean }) {
  const t = useTranslations('photos')
  const { isMain, visibility, status, rejection, decision, isHidden } = photo
  return (
    <div
      className={cx(
        'pointer-events-none absolute start-2 flex flex-wrap gap-1',
        // Not under the menu.
        isAbove ? 'end-16 top-3' : 'end-2 bottom-2',
      )}
    >
      {isMain && <Badge tone="accent">{t('main')}</Badge>}
      {visibility !== 'public' && (
        <Badge tone="plain" className={longVariants}>
          <LockKeyhole aria-hidden /> {t(`visibility.${visibility}`)}
        </Badge>
      )}
      {status === 'pending' && (
        <Badge tone="warning" className={longVariants}>
          {t('pending')}
        </Badge>
      )}
      {rejection && (
        <Badge tone="danger" className={longVariants}>
          {t('rejected', { reason: t(`rejection.${rejection}`) })}
        </Badge>
      )}
      {decision && (
        <Link to={href('/decisions/:reference', { reference: decision })} className="target pointer-events-auto">
          <Badge className={`underline ${longVariants}`}>{t('decision')}</Badge>
        </Link>
      )}
      {isHidden && <Badge tone="warning">{t('hidden')}</Badge>}
    </div>
  )
}

interface MenuProps extends Pick<Props, 'photo' | 'number'> {
  onEdit: () => void
  onCrop: () => void
  onDelete: () => void
}

function PhotoMenu({ photo, number, onEdit, onCrop, onDelete }: MenuProps) {
  const t = useTranslations('photos')
  const common = useTranslations('common')
  const { mutate: change } = useChangePhoto(photo.id)
  const showError = useErrorToast()
  const isRejected = photo.status === 'rejected'
  return (
    <Menu
      label={t('change', { number })}
      trigger={
        <IconButton
          label={t('change', { number })}
          variant="shade"
          size={photo.isMain ? 'md' : 'sm'}
          className={cx(!photo.isMain && smallDisc)}
        >
          <Ellipsis />
        </IconButton>
      }
      items={[
        {
          kind: 'action',
          label: t('makeMain'),
          icon: <Star />,
          // A private photo would become public by this.
          disabled: photo.isMain || photo.visibility !== 'public' || photo.status !== 'active',
          onSelect: () => change({ isMain: true }, { onError: showError }),
        },
        { kind: 'action', label: t('edit'), icon: <Pencil />, disabled: isRejected, onSelect: onEdit },
        { kind: 'action', label: t('crop'), icon: <Crop />, disabled: isRejected, onSelect: onCrop },
        { kind: 'separator' },
        { kind: 'action', label: common('delete'), icon: <Trash2 />, tone: 'danger', onSelect: onDelete },
      ]}
    />
  )
}

interface OwnPhotoCropProps {
  photoId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Crops a photo that is stored. Its caption, its place and who sees it stay. */
function OwnPhotoCrop({ photoId, open, onOpenChange }: OwnPhotoCropProps) {
  const errorText = useErrorText()
  const { data: file, error } = useQuery({
    queryKey: ['photo to crop', photoId],
    queryFn: ({ signal }) => fetchLarge(photoId, signal),
    enabled: open,
    gcTime: 0,
    // The file under an id never changes.
    staleTime: 'static',
  })
  const { mutate: replace, isPending, error: saveError } = useReplacePhoto(photoId)
  const problem = error ?? saveError
  return (
    <CropDialog
      file={file}
      open={open}
      onOpenChange={onOpenChange}
      isPending={isPending}
      problem={problem ? errorText(problem) : undefined}
      onCrop={(area) => {
        if (file) replace({ file, area }, { onSuccess: () => onOpenChange(false) })
      }}
    />
  )
}

async function fetchLarge(photoId: string, signal: AbortSignal) {
  const response = await fetch(photoUrl(photoId, 'large'), { signal })
  if (!response.ok) throw new ApiError(response.status, { code: 'request.failed' })
  const image = await response.blob()
  return new File([image], 'photo', { type: image.type })
}
