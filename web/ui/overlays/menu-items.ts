import type { ReactElement, ReactNode } from 'react'

export type MenuItem =
  | {
      kind: 'action'
      label: string
      icon?: ReactNode
      tone?: 'plain' | 'danger'
      disabled?: boolean | undefined
      onSelect: () => void
    }
  /** `render` is the link without words: `<Link to={href('/profile')} />`. */
  | { kind: 'link'; label: string; icon?: ReactNode; isCurrent?: boolean | undefined; render: ReactElement }
  /** One of several, marked in place. */
  | {
      kind: 'choice'
      label: string
      options: readonly { value: string; label: string; icon?: ReactNode }[]
      value: string
      onValueChange: (value: string) => void
    }
  | { kind: 'heading'; label: ReactNode }
  | { kind: 'separator' }

export type MenuProps = {
  /** Names the menu. */
  label: string
  /** The Button or IconButton that opens it. */
  trigger: ReactElement
  items: readonly MenuItem[]
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
}
