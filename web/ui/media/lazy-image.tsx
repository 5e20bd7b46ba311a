import ImageOff from 'lucide-react/icons/image-off'
import { useState, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type LazyImageProps = {
  src: string
  srcSet?: string | undefined
  sizes?: string | undefined
  /** Size in pixels, or an aspect ratio such as 3 and 4: the space is reserved before the image is loaded. */
  width: number
  height: number
  /** Describes the image; empty for decoration. */
  alt: string
  /** Data URL of a tiny image, shown blurred until the image is loaded. */
  preview?: string | null | undefined
  /** `contain` shows the whole image, with the placeholder around it. */
  fit?: 'cover' | 'contain'
  /** One of the first images of a page: loaded at once, before others. */
  isUrgent?: boolean | undefined
  /** Centred on top, e.g. a lock. */
  overlay?: ReactNode
  className?: string | undefined
}

/** An image that never shifts the layout: its reserved space shows a blurred preview from the start. */
export function LazyImage({
  src,
  srcSet,
  sizes,
  width,
  height,
  alt,
  preview,
  fit = 'cover',
  isUrgent = false,
  overlay,
  className,
}: LazyImageProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  return (
    <div
      className={cx('relative overflow-hidden bg-surface-muted bg-cover bg-center', className)}
      style={{ aspectRatio: `${width} / ${height}`, ...(preview && { backgroundImage: `url("${preview}")` }) }}
    >
      {failedSrc === src ? (
        <span role="img" aria-label={alt} className="absolute inset-0 grid place-items-center text-text-muted">
          <ImageOff aria-hidden className="size-8" />
        </span>
      ) : (
        <img
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          width={width}
          height={height}
          alt={alt}
          loading={isUrgent ? 'eager' : 'lazy'}
          fetchPriority={isUrgent ? 'high' : undefined}
          decoding="async"
          draggable={false}
          onError={() => setFailedSrc(src)}
          className={cx(
            'absolute inset-0 size-full',
            fit === 'cover' ? 'object-cover' : 'object-contain backdrop-blur-xl',
          )}
        />
      )}
      {overlay && <div className="absolute inset-0 grid place-items-center">{overlay}</div>}
    </div>
  )
}
