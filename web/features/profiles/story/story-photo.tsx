import type { ReactNode } from 'react'
import { photoUrl, wholeSrcSet } from '#contract/profiles/photo-urls.ts'
import { LockedPhoto } from '#web/features/profiles/photos/profile-photo.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import type { StoryPhoto } from './story-rows.ts'

interface Props extends StoryPhoto {
  name: string
  /** The `sizes` attribute: how wide the photo is shown. */
  sizes: string
  /** At the end of the photo. */
  action?: ReactNode
  onEnlarge: (index: number) => void
  className?: string
}

/** A photo between the answers of a profile. A press opens it large; a locked one shows what opens it. */
export function StoryPhotoBox({ photo, index, name, sizes, action, onEnlarge, className }: Props) {
  const t = useTranslations('profiles')
  return (
    <figure className={className}>
      <div className="relative overflow-hidden rounded-lg">
        {photo.isLocked ? (
          <LockedPhoto name={name} photo={photo} className="w-full" />
        ) : (
          <LazyImage
            src={photoUrl(photo.id, 'medium')}
            srcSet={wholeSrcSet(photo)}
            sizes={sizes}
            width={3}
            height={4}
            alt={photo.caption || t('tile.photoOf', { name })}
            preview={photo.preview}
            className="w-full"
          />
        )}
        <button
          type="button"
          aria-label={t('enlarge', { number: index + 1 })}
          onClick={() => onEnlarge(index)}
          className="absolute inset-0 cursor-zoom-in rounded-lg outline-offset-[-4px]"
        />
        {!photo.isLocked && action}
      </div>
      {photo.caption && (
        <figcaption dir="auto" className="mt-2 text-sm text-text-muted wrap-anywhere">
          {photo.caption}
        </figcaption>
      )}
    </figure>
  )
}
