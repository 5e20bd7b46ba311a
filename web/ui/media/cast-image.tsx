import { cx } from '#web/ui/cx.ts'

interface Props {
  /** A file in `cast/`, named in theme.css. */
  name: 'm12' | 'm18' | 'm9' | 'v10' | 'w3' | 'w5' | 'w8'
  className?: string
}

/** An illustrated person on pages without members, as decoration. None of them exists. */
export function CastImage({ name, className }: Props) {
  return <span className={cx(`cast cast-${name}`, className)} />
}
