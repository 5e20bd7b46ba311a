interface Props {
  /** From 0 to 100. */
  percent: number
  /** The accessible name. */
  label: string
  /** Default: a meter. A task that ends by itself has progress. */
  role?: 'meter' | 'progressbar'
}

/** How much of something is filled in, as a bar. */
export function CompletenessBar({ percent, label, role = 'meter' }: Props) {
  return (
    <div
      role={role}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-500 ease-swift"
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
