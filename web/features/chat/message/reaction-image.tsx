import type { ReactNode } from 'react'
import type { Reaction } from '#contract/chat/gifts.ts'

/** The image of a reaction, the same on all devices. Decoration: its name is beside it. */
export function ReactionImage({ reaction, className }: { reaction: Reaction; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className} fill="none" strokeLinecap="round" strokeLinejoin="round">
      {images[reaction]}
    </svg>
  )
}

const line = 'stroke-on-warning'

const face = <circle cx="16" cy="16" r="14" className="fill-warning" />

const images = {
  '❤️': (
    <>
      <path
        d="M16 28C8 22 2.5 17 2.5 10.8 2.5 6.6 5.6 4 9.2 4c2.8 0 5.2 1.5 6.8 4.2C17.6 5.5 20 4 22.8 4c3.6 0 6.7 2.6 6.7 6.8C29.5 17 24 22 16 28Z"
        className="fill-secondary"
      />
      <path d="M7 11.5c0-2.2 1.2-3.5 3-3.7" strokeWidth="2" className="stroke-on-secondary opacity-70" />
    </>
  ),
  '😂': (
    <>
      {face}
      <path d="M8.5 17h15c0 5-3 8-7.5 8s-7.5-3-7.5-8Z" className="fill-on-warning" />
      <path
        d="M11.5 23.2c1.2-1.6 2.7-2.4 4.5-2.4s3.3.8 4.5 2.4C19.3 24.4 17.8 25 16 25s-3.3-.6-4.5-1.8Z"
        className="fill-danger"
      />
      <path d="m7.5 12.8 2.5-2 2.5 2M19.5 12.8l2.5-2 2.5 2" strokeWidth="2" className={line} />
      <path
        d="M5.5 14.5c-2.7 1.3-4 2.9-4 4.3 0 1.3 1 2.2 2.2 2.2 1.7 0 2.3-1.7 1.8-6.5ZM26.5 14.5c2.7 1.3 4 2.9 4 4.3 0 1.3-1 2.2-2.2 2.2-1.7 0-2.3-1.7-1.8-6.5Z"
        className="fill-accent"
      />
    </>
  ),
  '😮': (
    <>
      {face}
      <circle cx="10.5" cy="13" r="2" className="fill-on-warning" />
      <circle cx="21.5" cy="13" r="2" className="fill-on-warning" />
      <path d="M8.2 8.2c.9-1 2-1.5 3.3-1.5M23.8 8.2c-.9-1-2-1.5-3.3-1.5" strokeWidth="1.8" className={line} />
      <ellipse cx="16" cy="22" rx="3.6" ry="4.5" className="fill-on-warning" />
    </>
  ),
  '😢': (
    <>
      {face}
      <circle cx="10.5" cy="14.5" r="2" className="fill-on-warning" />
      <circle cx="21.5" cy="14.5" r="2" className="fill-on-warning" />
      <path d="m7.5 10.5 4-1.7M24.5 10.5l-4-1.7" strokeWidth="1.8" className={line} />
      <path d="M11.5 24c1.1-1.8 2.6-2.7 4.5-2.7s3.4.9 4.5 2.7" strokeWidth="2" className={line} />
      <path d="M23.5 18c2.2 2.8 3.3 4.9 3.3 6.3a3.3 3.3 0 0 1-6.6 0c0-1.4 1.1-3.5 3.3-6.3Z" className="fill-accent" />
    </>
  ),
  '👍': (
    <>
      <path
        d="M11 14.5 16.2 3.6c2.3 0 3.7 1.6 3.7 3.8 0 1.4-.3 3-.9 4.6h6.2c2.1 0 3.4 1.8 2.9 3.8l-2.3 9c-.4 1.6-1.7 2.7-3.3 2.7H11Z"
        className="fill-warning"
      />
      <path d="M4.5 14H11v14H4.5A1.5 1.5 0 0 1 3 26.5v-11A1.5 1.5 0 0 1 4.5 14Z" className="fill-accent" />
      <path d="M20 17h6.5M20 21.5h5.5" strokeWidth="1.5" className="stroke-on-warning opacity-40" />
    </>
  ),
  '🔥': (
    <>
      <path
        d="M17 1.5c.8 5-7.5 8.5-10.3 14.7C3.6 23 8.3 30.5 16 30.5S28.4 23 25.6 16.3c-.7 1.9-1.8 3-3.2 3.5C23.7 12 21.3 5.2 17 1.5Z"
        className="fill-danger"
      />
      <path
        d="M16.5 13.5c.5 3.2-5 5.2-5 10.2 0 3.3 2 5.3 4.6 5.3s4.7-2 4.7-5c0-1.7-.6-3-1.3-3.9-.4 1-1 1.7-1.7 1.9.4-3.2-.1-6.5-1.3-8.5Z"
        className="fill-warning"
      />
    </>
  ),
} satisfies Record<Reaction, ReactNode>
