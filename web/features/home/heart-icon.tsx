import { cx } from '#web/ui/cx.ts'

export function HeartIcon({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 22" className={cx('fill-current', className)}>
      <path d="M12 21 2.6 11.6a6.1 6.1 0 0 1 0-8.7 6.2 6.2 0 0 1 8.7 0l.7.7.7-.7a6.2 6.2 0 0 1 8.7 0 6.1 6.1 0 0 1 0 8.7z" />
    </svg>
  )
}
