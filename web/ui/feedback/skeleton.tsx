import { cx } from '#web/ui/cx.ts'

const shapes = {
  box: 'rounded-md',
  tile: 'aspect-3/4 rounded-lg',
  circle: 'rounded-full',
  text: 'my-[0.25em] h-[1em] rounded-sm',
} satisfies Record<string, string>

type SkeletonProps = { shape?: keyof typeof shapes; className?: string | undefined }

/** A placeholder in the shape of what loads. Size: `<Skeleton shape="text" className="w-40" />`. */
export function Skeleton({ shape = 'box', className }: SkeletonProps) {
  return <div aria-hidden className={cx('animate-shimmer bg-line/70', shapes[shape], className)} />
}
