import { cx } from '#web/ui/cx.ts'
import type { LanderView } from './use-lander.ts'

interface Props {
  view: Pick<LanderView, 'portrait'>
  index: number
  isLate?: boolean
  className?: string
}

/** An illustrated person. Decoration: the page states once that its people are illustrations. */
export function Portrait({ view, index, isLate = false, className }: Props) {
  return (
    <img
      src={view.portrait(index)}
      width={480}
      height={640}
      alt=""
      decoding="async"
      draggable={false}
      loading={isLate ? 'lazy' : 'eager'}
      className={cx('lander-portrait', className)}
    />
  )
}
