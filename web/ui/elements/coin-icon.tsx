import type { ComponentProps } from 'react'

/** A golden coin, shown wherever credits are counted or spent. */
export function CoinIcon({ className = 'size-5', ...rest }: ComponentProps<'svg'>) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={`shrink-0 ${className}`} {...rest}>
      <circle cx="12" cy="12" r="11" className="fill-on-warning" />
      <circle cx="12" cy="12" r="9.5" className="fill-warning" />
      <path
        d="M12 5.4l2 4.1 4.5.6-3.3 3.2.8 4.5-4-2.1-4 2.1.8-4.5-3.3-3.2 4.5-.6z"
        className="fill-on-warning stroke-on-warning"
        strokeWidth="0.8"
        strokeLinejoin="round"
      />
    </svg>
  )
}
