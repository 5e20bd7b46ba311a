import { ImageOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { thumbhashUrl } from './thumbhash-url.ts'

export type LazyImageProps = {
  src: string
  srcSet?: string | undefined
  sizes?: string | undefined
  /** Pixels of the picture, or the shape it shall take, e.g. 3 and 4: space is kept before it is there. */
  width: number
  height: number
  /** What is to be seen; empty for decoration. */
  alt: string
  /** Base64; drawn until the picture is there. */
  thumbhash?: string | null | undefined
  /** `contain` shows all of it, with the placeholder around it. */
  fit?: 'cover' | 'contain'
  /** The first picture of a page: loaded at once, before others. */
  isUrgent?: boolean | undefined
  /** Veils it, usually with a lock in `overlay`. */
  isBlurred?: boolean | undefined
  /** Centred on top. */
  overlay?: ReactNode
  className?: string | undefined
}

/** A picture that never moves the page: it has its space from the start and a soft preview in it. */
export function LazyImage({
  src,
  srcSet,
  sizes,
  width,
  height,
  alt,
  thumbhash,
  fit = 'cover',
  isUrgent = false,
  isBlurred = false,
  overlay,
  className,
}: LazyImageProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const preview = thumbhash ? thumbhashUrl(thumbhash) : null
  return (
    <div
      className={cx('relative overflow-hidden bg-surface-muted bg-cover bg-center', className)}
      // Browsers differ in the last digit of a cosine, so a preview may differ by a shade from the server's.
      suppressHydrationWarning
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
            isBlurred && 'scale-110 blur-xl',
          )}
        />
      )}
      {overlay && <div className="absolute inset-0 grid place-items-center">{overlay}</div>}
    </div>
  )
}
