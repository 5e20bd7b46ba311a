import { useState, type ReactNode } from 'react'
import Flag from 'lucide-react/icons/flag'
import { useTranslations } from '#web/i18n/intl.tsx'
import { photoUrl, wholeSrcSet } from '#contract/profiles/photo-urls.ts'
import type { MemberPhoto, MemberProfile } from '#contract/profiles/schemas.ts'
import { ReportDialog } from '#web/features/moderation/report-dialog.tsx'
import { useLeaveBlocked } from '#web/features/moderation/use-block.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { LockedPhotoActions, usePhotoAccessChanges } from './locked-photo-actions.tsx'
import { FullScreen } from '#web/ui/overlays/lazy-overlay.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { LockedPhoto, LockSign, ProfilePhoto } from './profile-photo.tsx'
import { CarouselControls, useCarousel } from './carousel.tsx'

/**
 * On a phone the photo leaves space for what is below, visible without scrolling. The width is set, because a
 * maximum height alone also narrows a box with an aspect ratio.
 */
const slideVariants = 'w-full max-md:max-h-[68svh]'

interface Props {
  member: MemberProfile
  /** Offers to report a photo, where it is large. */
  canReport: boolean
  /** Lies on the first photo. */
  caption: ReactNode
}

/** Photos of a profile in a carousel. Pressing one opens the viewer. */
export function Gallery({ member, canReport, caption }: Props) {
  const t = useTranslations('profiles')
  const common = useTranslations('common')
  const { photos, name } = member
  const { shown, show, carousel } = useCarousel({ count: photos.length })
  usePhotoAccessChanges(member.id)
  const [isEnlarged, setIsEnlarged] = useState(false)

  if (photos.length === 0) {
    return <ProfilePhoto name={name} photo={null} sizes="100vw" className={`md:rounded-lg ${slideVariants}`} />
  }
  return (
    <section aria-label={t('gallery')}>
      <div className="relative overflow-hidden bg-surface-muted md:rounded-lg">
        <ul
          {...carousel}
          aria-label={t('photos', { count: photos.length })}
          className="flex snap-x snap-mandatory overflow-x-auto outline-offset-[-3px] [scrollbar-width:none] motion-safe:scroll-smooth"
        >
          {photos.map((photo, index) => (
            <li key={photo.id} className="relative w-full shrink-0 snap-center snap-always">
              <Slide member={member} photo={photo} isFirst={index === 0} />
              {index === 0 && !photo.isLocked && caption}
              {!photo.isLocked && (
                <button
                  type="button"
                  aria-label={t('enlarge', { number: index + 1 })}
                  tabIndex={index === shown ? 0 : -1}
                  onClick={() => setIsEnlarged(true)}
                  className="absolute inset-0 cursor-zoom-in rounded-lg outline-offset-[-4px]"
                />
              )}
            </li>
          ))}
        </ul>
        <CarouselControls shown={shown} count={photos.length} onShow={show} />
      </div>
      <FullScreen
        open={isEnlarged}
        onOpenChange={setIsEnlarged}
        title={t('tile.photoOf', { name })}
        closeLabel={common('close')}
      >
        <PhotoViewer member={member} start={shown} canReport={canReport} />
      </FullScreen>
    </section>
  )
}

function Slide({ member, photo, isFirst }: { member: MemberProfile; photo: MemberPhoto; isFirst: boolean }) {
  const t = useTranslations('profiles')
  const { name } = member
  if (photo.isLocked) {
    return (
      <>
        <LockedPhoto name={name} photo={photo} hasLock={false} className={slideVariants} />
        {/* Its text leaves the sides to the buttons of the carousel. */}
        <div className="absolute inset-x-0 bottom-0 flex max-h-full flex-col items-center gap-2 bg-shade-bottom px-6 pt-8 pb-14 text-center text-on-shade [&>p]:px-10">
          <LockSign />
          <LockedPhotoActions member={member} photo={photo} />
        </div>
      </>
    )
  }
  return (
    <LazyImage
      src={photoUrl(photo.id, 'medium')}
      srcSet={wholeSrcSet(photo)}
      sizes="(min-width: 768px) 480px, 100vw"
      width={3}
      height={4}
      fit="contain"
      alt={photo.caption || t('tile.photoOf', { name })}
      preview={photo.preview}
      isUrgent={isFirst}
      className={slideVariants}
    />
  )
}

interface PhotoViewerProps {
  member: Pick<MemberProfile, 'id' | 'name' | 'gender' | 'photos' | 'photoRequest'>
  /** Index of the photo that is shown first. */
  start: number
  canReport: boolean
}

/** All photos in a carousel, uncropped and as large as the screen allows. */
function PhotoViewer({ member, start, canReport }: PhotoViewerProps) {
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
          <li key={photo.id} className="grid size-full shrink-0 snap-center snap-always place-items-center">
            {photo.isLocked ? (
              <div className="flex max-h-full flex-col items-center gap-4 overflow-y-auto px-6 py-16 text-center">
                <LockedPhoto name={name} photo={photo} className="w-[min(80vw,45vh)] shrink-0 rounded-lg" />
                <LockedPhotoActions member={member} photo={photo} />
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
