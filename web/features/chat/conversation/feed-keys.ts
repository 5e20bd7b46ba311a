import type { KeyboardEvent } from 'react'

const MENUS = '[data-message-menu]'

/** In a feed the vertical arrow keys lead from the menu of one message to that of the next; Enter opens it. */
export function moveBetweenMenus(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  if (!['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) return
  if (!(target instanceof HTMLElement) || !target.matches(MENUS)) return
  // Otherwise the arrow keys would open the menu.
  event.preventDefault()
  event.stopPropagation()
  const menus = [...currentTarget.querySelectorAll<HTMLElement>(MENUS)]
  const next = {
    ArrowUp: menus.indexOf(target) - 1,
    ArrowDown: menus.indexOf(target) + 1,
    Home: 0,
    End: menus.length - 1,
  }
  menus[next[key as keyof typeof next]]?.focus()
}
