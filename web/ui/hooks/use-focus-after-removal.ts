import { useEffect, useRef } from 'react'

/**
 * Moves the focus to an element when a list's item has disappeared with the focused button. Returns the ref
 * of that element, such as the list's heading, which needs `tabIndex={-1}`; without one the page's content
 * gets the focus. `count`: items in the list.
 */
export function useFocusAfterRemoval<Target extends HTMLElement>(count: number) {
  const target = useRef<Target>(null)
  const before = useRef(count)
  useEffect(() => {
    const hasLostFocus = document.activeElement === null || document.activeElement === document.body
    if (count < before.current && hasLostFocus)
      (target.current ?? document.querySelector('main'))?.focus({ preventScroll: true })
    before.current = count
  }, [count])
  return target
}
