import type { ReactNode } from 'react'
import type { Gift } from '#contract/chat/gifts.ts'

/** The image of a gift, in the colours of the theme. Decoration: the name is beside it. */
export function GiftImage({ gift, className }: { gift: Gift; className?: string | undefined }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden className={className} fill="none" strokeLinecap="round" strokeLinejoin="round">
      {images[gift]}
    </svg>
  )
}

const stem = 'stroke-success'
const shine = 'stroke-on-accent opacity-60'

const images = {
  rose: (
    <>
      <path d="M32 30v30" strokeWidth="3" className={stem} />
      <path d="M32 50c-8 0-11-4-11-9 7 0 11 3 11 9ZM32 45c0-6 4-9 10-9 0 6-3 9-10 9Z" className="fill-success" />
      <path
        d="M18 12c0 14 5 20 14 20s14-6 14-20c-5 0-8 2-9 4-1-4-3-7-5-9-2 2-4 5-5 9-1-2-4-4-9-4Z"
        className="fill-secondary"
      />
      <path d="M25 20c2 4 5 5 7 5s5-1 7-5" strokeWidth="2.5" className={shine} />
    </>
  ),
  coffee: (
    <>
      <path d="M24 14c-4-4 4-5 0-10M34 14c-4-4 4-5 0-10" strokeWidth="3" className="stroke-line-strong" />
      <path d="M44 28h5a7 7 0 0 1 0 15h-6" strokeWidth="4" className="stroke-accent" />
      <path d="M12 22h34v20a12 12 0 0 1-12 12H24a12 12 0 0 1-12-12Z" className="fill-accent" />
      <path d="M12 22h34v5H12Z" className="fill-warning" />
      <path d="M6 58h46" strokeWidth="4" className="stroke-accent-strong" />
      <path d="M29 46c-6-4-7-7-5-9 2-2 4-1 5 1 1-2 3-3 5-1 2 2 1 5-5 9Z" className="fill-secondary" />
    </>
  ),
  chocolate: (
    <>
      <path d="M8 22C8 12 22 8 32 20 42 8 56 12 56 22c0 16-16 26-24 34C24 48 8 38 8 22Z" className="fill-secondary" />
      <circle cx="22" cy="24" r="6" className="fill-accent-strong" />
      <circle cx="42" cy="24" r="6" className="fill-accent-strong" />
      <circle cx="32" cy="38" r="6" className="fill-accent-strong" />
      <path d="M19 24c2-3 4-3 6-1M39 24c2-3 4-3 6-1M29 38c2-3 4-3 6-1" strokeWidth="2" className="stroke-warning" />
    </>
  ),
  ice_cream: (
    <>
      <path d="m20 32 12 28 12-28Z" className="fill-warning" />
      <path d="m25 38 10 12M39 38 29 50" strokeWidth="1.5" className="stroke-on-warning opacity-50" />
      <circle cx="24" cy="26" r="10" className="fill-accent" />
      <circle cx="40" cy="26" r="10" className="fill-secondary" />
      <circle cx="32" cy="16" r="10" className="fill-accent-quiet-strong" />
      <circle cx="34" cy="6" r="4" className="fill-danger" />
    </>
  ),
  balloons: (
    <>
      <path d="M20 34c2 10 8 14 11 26M44 34c-2 10-9 14-12 26M32 28v32" strokeWidth="2" className="stroke-line-strong" />
      <ellipse cx="18" cy="22" rx="11" ry="13" className="fill-accent" />
      <ellipse cx="46" cy="22" rx="11" ry="13" className="fill-secondary" />
      <ellipse cx="32" cy="16" rx="11" ry="13" className="fill-warning" />
      <path d="M27 10c1-2 3-3 5-3" strokeWidth="2.5" className={shine} />
    </>
  ),
  cocktail: (
    <>
      <path d="M32 38v18M22 58h20" strokeWidth="3.5" className="stroke-line-strong" />
      <path d="M10 14h44L32 40Z" className="fill-accent-quiet-strong" />
      <path d="M16 21h32L32 40Z" className="fill-secondary" />
      <path d="m36 26 10-22" strokeWidth="3" className="stroke-accent" />
      <circle cx="48" cy="14" r="8" className="fill-warning" />
      <path d="M48 8v12M42 14h12" strokeWidth="1.5" className="stroke-on-warning opacity-50" />
    </>
  ),
  bouquet: (
    <>
      <path d="M32 30 26 60M32 30l6 30M32 30v30" strokeWidth="3" className={stem} />
      <circle cx="20" cy="20" r="9" className="fill-secondary" />
      <circle cx="44" cy="20" r="9" className="fill-accent" />
      <circle cx="32" cy="12" r="9" className="fill-warning" />
      <circle cx="32" cy="26" r="9" className="fill-danger" />
      <circle cx="20" cy="20" r="3" className="fill-warning" />
      <circle cx="44" cy="20" r="3" className="fill-warning" />
      <circle cx="32" cy="26" r="3" className="fill-warning" />
      <path d="m16 34 16 4 16-4-9 22H25Z" className="fill-accent-quiet-strong" />
      <path d="M24 44h16" strokeWidth="4" className="stroke-secondary" />
    </>
  ),
  teddy_bear: (
    <>
      <circle cx="16" cy="14" r="8" className="fill-warning" />
      <circle cx="48" cy="14" r="8" className="fill-warning" />
      <ellipse cx="32" cy="48" rx="18" ry="14" className="fill-warning" />
      <circle cx="32" cy="24" r="18" className="fill-warning" />
      <circle cx="25" cy="22" r="2.5" className="fill-on-warning" />
      <circle cx="39" cy="22" r="2.5" className="fill-on-warning" />
      <ellipse cx="32" cy="31" rx="7" ry="5" className="fill-warning-soft" />
      <path d="M30 29h4l-2 2Z" strokeWidth="2" className="fill-on-warning stroke-on-warning" />
      <path d="M32 58c-9-6-10-10-7-13 3-2 5-1 7 2 2-3 4-4 7-2 3 3 2 7-7 13Z" className="fill-secondary" />
    </>
  ),
  cake: (
    <>
      <path d="M32 20V8" strokeWidth="4" className="stroke-accent" />
      <path d="M32 7c-3-2-2-4 0-7 2 3 3 5 0 7Z" className="fill-warning" />
      <path d="M14 32a8 8 0 0 1 8-10h20a8 8 0 0 1 8 10v8H14Z" className="fill-secondary" />
      <path d="M8 40h48v16H8Z" className="fill-accent" />
      <path d="M14 32c3 5 6 5 9 0 3 5 6 5 9 0 3 5 6 5 9 0 3 5 6 5 9 0v-6H14Z" className="fill-accent-quiet" />
      <path
        d="M8 46c4 4 8 4 12 0 4 4 8 4 12 0 4 4 8 4 12 0 4 4 8 4 12 0"
        strokeWidth="3"
        className="stroke-on-accent"
      />
      <path d="M4 58h56" strokeWidth="4" className="stroke-line-strong" />
    </>
  ),
  champagne: (
    <>
      <path d="m12 12 14 4-4 18a7 7 0 0 1-14-4ZM52 12l-14 4 4 18a7 7 0 0 0 14-4Z" className="fill-warning" />
      <path d="m12 12 14 4-1 5-14-4ZM52 12l-14 4 1 5 14-4Z" className="fill-warning-soft" />
      <path d="m14 40-4 16M4 55l12 3M50 40l4 16M60 55l-12 3" strokeWidth="3" className="stroke-line-strong" />
      <path d="m32 4 2 5 5 2-5 2-2 5-2-5-5-2 5-2Z" className="fill-secondary" />
      <circle cx="18" cy="26" r="1.5" className="fill-on-accent" />
      <circle cx="46" cy="26" r="1.5" className="fill-on-accent" />
    </>
  ),
  necklace: (
    <>
      <path d="M10 6c0 24 10 34 22 34S54 30 54 6" strokeWidth="3" strokeDasharray="0.1 5" className="stroke-warning" />
      <path d="M32 60C20 52 19 46 23 43c4-2 7 0 9 3 2-3 5-5 9-3 4 3 3 9-9 17Z" className="fill-secondary" />
      <path d="M27 48c0-2 1-3 3-3" strokeWidth="2" className={shine} />
      <circle cx="32" cy="40" r="3" className="fill-warning" />
    </>
  ),
  ring: (
    <>
      <circle cx="32" cy="42" r="17" strokeWidth="5" className="stroke-warning" />
      <path d="M20 10h24l6 8-18 16-18-16Z" className="fill-accent" />
      <path
        d="m20 10 6 8 6-8 6 8 6-8M14 18h36M26 18l6 16 6-16"
        strokeWidth="1.5"
        className="stroke-on-accent opacity-70"
      />
    </>
  ),
} satisfies Record<Gift, ReactNode>
