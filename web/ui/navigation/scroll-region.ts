/**
 * Ref for an element that may scroll. If it scrolls and contains no control, it becomes focusable for
 * scrolling by keyboard, which not every browser does.
 */
export function scrollRegion(element: HTMLElement | null) {
  if (!element) return
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element
  if (scrollHeight <= clientHeight && scrollWidth <= clientWidth) return
  if (!element.querySelector('a[href], button, input, select, textarea, [tabindex]')) element.tabIndex = 0
}
