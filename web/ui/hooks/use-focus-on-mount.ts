import { useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to an element that replaces what had it, such as the heading of a dialog's next step:
 * screen readers read it, and the keyboard continues there. Returns its ref; it needs `tabIndex={-1}`.
 */
export function useFocusOnMount<Target extends HTMLElement>() {
  const target = useRef<Target>(null)
  // Before the dialog notices that the focused element is gone, and takes the focus itself.
  useLayoutEffect(() => target.current?.focus({ preventScroll: true }), [])
  return target
}
