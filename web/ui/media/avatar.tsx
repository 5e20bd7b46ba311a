import { useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { initialOf } from './initial.ts'

const sizes = {
  sm: 'size-9 text-sm',
  md: 'size-12 text-base',
  lg: 'size-16 text-xl',
  xl: 'size-28 text-3xl',
  // By the height too: a form is below it.
  '2xl': 'size-[min(11rem,40vw,22dvh)] text-4xl',
} satisfies Record<string, string>

const dots = {
  sm: 'size-2.5 end-0 bottom-0',
  md: 'size-3 end-0 bottom-0',
  lg: 'size-3.5 end-0.5 bottom-0.5',
  xl: 'size-5 end-1.5 bottom-1.5',
  '2xl': 'size-5 end-3 bottom-3',
} satisfies Record<keyof typeof sizes, string>

type AvatarProps = {
  /** Name of the member; its first letter replaces a missing photo. */
  name: string
  src?: string | null | undefined
  /** Data URL of a tiny image, shown blurred until the photo is loaded. */
  preview?: string | null | undefined
  size?: keyof typeof sizes
  /** Shows the dot; the text is for screen readers, e.g. "Online". */
  onlineLabel?: string | undefined
  /** The name is beside the avatar, so screen readers skip the image. */
  isDecorative?: boolean | undefined
}

/** The round photo of a member. */
export function Avatar({ name, src, preview, size = 'md', onlineLabel, isDecorative = false }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const hasImage = Boolean(src) && failedSrc !== src
  return (
    <span className={cx('relative inline-block shrink-0 rounded-full', sizes[size])}>
      <span
        role={isDecorative || hasImage ? undefined : 'img'}
        aria-label={isDecorative || hasImage ? undefined : name}
        className="grid size-full place-items-center overflow-hidden rounded-full bg-accent-soft bg-cover bg-center font-semibold text-accent-text select-none"
        style={src && preview ? { backgroundImage: `url("${preview}")` } : undefined}
      >
        {hasImage && src ? (
          <img
            src={src}
            alt={isDecorative ? '' : name}
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => setFailedSrc(src)}
            className="size-full object-cover object-[50%_30%]"
          />
        ) : (
          <span aria-hidden>{initialOf(name)}</span>
        )}
      </span>
      {onlineLabel && (
        <span className={cx('absolute rounded-full bg-online ring-2 ring-surface-raised', dots[size])}>
          <span className="sr-only">{onlineLabel}</span>
        </span>
      )}
    </span>
  )
}
