/**
 * Ref for an element that may scroll. If it scrolls and contains no control, it becomes focusable, so that it can be
 * scrolled by keyboard; not every browser does that by itself.
 */
export function scrollRegion(element: HTMLElement | null) {
  if (!element || element.scrollHeight <= element.clientHeight) return
  if (!element.querySelector('a[href], button, input, select, textarea, [tabindex]')) element.tabIndex = 0
}
