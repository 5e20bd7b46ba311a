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
  /** `render` is the link without its text: `<Link to={href('/profile')} />`. */
  | { kind: 'link'; label: string; icon?: ReactNode; render: ReactElement }
  /** One of several options; the chosen one carries a check mark. */
  | {
      kind: 'choice'
      /** The options are short and stand side by side. */
      isRow?: boolean
      label: string
      /** The image of one that stands in a row is shown in place of its label. */
      options: readonly { value: string; label: string; image?: ReactNode }[]
      value: string
      onValueChange: (value: string) => void
    }
  | { kind: 'heading'; label: ReactNode }
  | { kind: 'separator' }

export type MenuProps = {
  /** The accessible name of the menu. */
  label: string
  /** The Button or IconButton that opens it. */
  trigger: ReactElement
  /** Or a function that makes them: most menus are never opened. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
}
