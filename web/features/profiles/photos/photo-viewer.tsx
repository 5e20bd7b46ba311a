import { useState } from 'react'
import Flag from 'lucide-react/icons/flag'
import { useTranslations } from '#web/i18n/intl.tsx'
import { photoUrl, wholeSrcSet } from '#contract/profiles/photo-urls.ts'
import type { MemberPhoto, MemberProfile } from '#contract/profiles/schemas.ts'
import { ReportDialog } from '#web/features/moderation/report-dialog.tsx'
import { useLeaveBlocked } from '#web/features/moderation/use-block.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { LockedPhotoActions, usePhotoAccessChanges } from './locked-photo-actions.tsx'
import { FullScreen } from '#web/ui/overlays/lazy-overlay.tsx'
import { LockedPhoto } from './profile-photo.tsx'
import { CarouselControls, useCarousel } from './carousel.tsx'

interface Props {
  member: MemberProfile
  /** Index of the photo that is shown first. */
  start: number
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Offers to report a photo. */
  canReport: boolean
  /** The owner looks: locked photos offer nothing (PRO-38). */
  isPreview?: boolean
}

/** All photos of a profile on the whole screen, opened by a press on one of them. */
export function PhotoViewerDialog({ member, open, onOpenChange, ...viewer }: Props) {
  const t = useTranslations('profiles')
  const common = useTranslations('common')
  usePhotoAccessChanges(member.id)
  return (
    <FullScreen
      open={open}
      onOpenChange={onOpenChange}
      title={t('tile.photoOf', { name: member.name })}
      closeLabel={common('close')}
    >
      <PhotoViewer member={member} {...viewer} />
    </FullScreen>
  )
}

interface PhotoViewerProps {
  member: Pick<MemberProfile, 'id' | 'name' | 'gender' | 'photos' | 'photoRequest'>
  /** Index of the photo that is shown first. */
  start: number
  canReport: boolean
  isPreview?: boolean
}

/** All photos in a carousel, uncropped and as large as the screen allows. */
function PhotoViewer({ member, start, canReport, isPreview = false }: PhotoViewerProps) {
  const { name, photos } = member
  const t = useTranslations('profiles')
  const { shown, show, carousel } = useCarousel({ count: photos.length, start })
  return (
    <>
      <ul
        {...carousel}
        aria-label={t('photos', { count: photos.length })}
        className="flex h-full snap-x snap-mandatory overflow-x-auto outline-offset-[-3px] [scrollbar-width:none] motion-safe:scroll-smooth"
      >
        {photos.map((photo) => (
          <li
            key={photo.id}
            data-photo-box
            className="grid size-full shrink-0 snap-center snap-always place-items-center"
          >
            {photo.isLocked ? (
              <div className="flex max-h-full flex-col items-center gap-4 overflow-y-auto px-6 py-16 text-center">
                <LockedPhoto name={name} photo={photo} className="w-[min(80vw,45vh)] shrink-0 rounded-lg" />
                <LockedPhotoActions member={member} photo={photo} isPreview={isPreview} />
              </div>
            ) : (
              <OpenPhoto name={name} photo={photo} />
            )}
          </li>
        ))}
      </ul>
      {canReport && photos[shown] && <ReportPhotoButton member={member} photoId={photos[shown].id} />}
      <CarouselControls shown={shown} count={photos.length} onShow={show} />
    </>
  )
}

/** A photo, with its caption above the controls. */
function OpenPhoto({ name, photo }: { name: string; photo: MemberPhoto }) {
  const t = useTranslations('profiles')
  return (
    <figure className="relative size-full">
      <img
        src={photoUrl(photo.id, 'medium')}
        srcSet={wholeSrcSet(photo)}
        sizes="100vw"
        alt={t('tile.photoOf', { name })}
        draggable={false}
        loading="lazy"
        className="size-full object-contain"
      />
      {photo.caption && (
        <figcaption
          dir="auto"
          className="absolute inset-x-0 bottom-0 bg-shade-bottom px-6 pt-12 pb-16 text-center break-words"
        >
          {photo.caption}
        </figcaption>
      )}
    </figure>
  )
}

/** Opens the report about the photo on the screen. */
function ReportPhotoButton({ member, photoId }: { member: PhotoViewerProps['member']; photoId: string }) {
  const t = useTranslations('profiles-member')
  const [reported, setReported] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const leaveBlocked = useLeaveBlocked()
  return (
    <>
      <IconButton
        label={t('reportPhoto')}
        variant="shade"
        className="absolute start-3 top-[max(--spacing(3),env(safe-area-inset-top))]"
        onClick={() => {
          setReported(photoId)
          setIsOpen(true)
        }}
      >
        <Flag />
      </IconButton>
      <ReportDialog
        key={reported}
        member={member}
        photoId={reported}
        open={isOpen}
        onOpenChange={setIsOpen}
        onBlocked={() => void leaveBlocked()}
      />
    </>
  )
}
