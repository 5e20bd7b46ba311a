import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import m12 from './images/m12.webp?url'
import m18 from './images/m18.webp?url'
import m9 from './images/m9.webp?url'
import v10 from './images/v10.webp?url'
import w3 from './images/w3.webp?url'
import w5 from './images/w5.webp?url'
import w8 from './images/w8.webp?url'

interface Props {
  className?: string
  children: ReactNode
}

/* Parts of the illustrations. All of it is decoration: the page says the same in words. */

/** An illustrated person, because a photo would show people who are no members. */
export function Person({ src, className, isLate = false }: { src: string; className?: string; isLate?: boolean }) {
  return (
    <img
      src={src}
      width={240}
      height={320}
      alt=""
      decoding="async"
      draggable={false}
      loading={isLate ? 'lazy' : 'eager'}
      // Text comes first: otherwise React announces each image at the start of the page.
      fetchPriority="low"
      className={cx('object-cover', className)}
    />
  )
}

/** A phone, whose screen is the children. Its place and width come from `className`. */
export function Phone({ className, children }: Props) {
  return (
    <div
      className={cx(
        'absolute flex aspect-[9/17] flex-col overflow-hidden rounded-[2rem] border-[6px] border-shade bg-surface shadow-floating ring-1 ring-line-strong',
        className,
      )}
    >
      {children}
    </div>
  )
}

export function Bubble({ isMine = false, children }: { isMine?: boolean; children: ReactNode }) {
  return (
    <p
      className={cx(
        'w-fit max-w-[88%] rounded-lg px-3 py-2 text-start text-xs font-medium sm:text-sm',
        isMine ? 'ms-auto rounded-ee-sm bg-accent text-on-accent' : 'rounded-es-sm bg-accent-quiet text-text',
      )}
    >
      {children}
    </p>
  )
}

/** A heart on a round ground. */
export function HeartBadge({ className }: { className?: string }) {
  return (
    <span className={cx('grid place-items-center rounded-full bg-surface-raised shadow-floating', className)}>
      <svg viewBox="0 0 24 22" className="w-1/2 fill-secondary">
        <path d="M12 21 2.6 11.6a6.1 6.1 0 0 1 0-8.7 6.2 6.2 0 0 1 8.7 0l.7.7.7-.7a6.2 6.2 0 0 1 8.7 0 6.1 6.1 0 0 1 0 8.7z" />
      </svg>
    </span>
  )
}

/** A line of text, without the text. */
export function TextLine({ className }: { className: string }) {
  return <span className={cx('block h-2 rounded-full bg-line', className)} />
}

/** URLs of the illustrated people of the home page. */
export const people = { m12, m18, m9, v10, w3, w5, w8 }
