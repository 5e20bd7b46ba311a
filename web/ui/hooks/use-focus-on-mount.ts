import { useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to an element when it appears in place of what had the focus, such as the heading of the next step of a
 * dialog: screen readers read it, and the keyboard goes on from there. Returns its ref; it needs `tabIndex={-1}`.
 */
export function useFocusOnMount<Target extends HTMLElement>() {
  const target = useRef<Target>(null)
  // Before the dialog notices that the focused element is gone, and takes the focus itself.
  useLayoutEffect(() => target.current?.focus({ preventScroll: true }), [])
  return target
}
