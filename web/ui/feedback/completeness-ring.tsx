import type { ReactNode } from 'react'

interface Props {
  /** From 0 to 100. */
  percent: number
  /** The accessible name. */
  label: string
  /** What the ring is around: a round image. */
  children: ReactNode
}

const CIRCUMFERENCE = 2 * Math.PI * 48

/** How much of something is filled in, as a ring around a portrait. */
export function CompletenessRing({ percent, label, children }: Props) {
  return (
    <div className="relative inline-grid place-items-center p-2.5">
      <svg
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        viewBox="0 0 100 100"
        className="absolute inset-0 size-full -rotate-90 fill-none"
        strokeWidth="3"
      >
        <circle cx="50" cy="50" r="48" className="stroke-line" />
        <circle
          cx="50"
          cy="50"
          r="48"
          className="stroke-accent"
          strokeLinecap="round"
          strokeDasharray={CIRCUMFERENCE}
          strokeDashoffset={CIRCUMFERENCE * (1 - percent / 100)}
        />
      </svg>
      {children}
    </div>
  )
}
