/**
 * Ref for what may scroll and hold nothing but words: it takes the focus then, so that the arrow keys reach its end.
 * Not every browser does so by itself.
 */
export function scrollRegion(element: HTMLElement | null) {
  if (!element || element.scrollHeight <= element.clientHeight) return
  if (!element.querySelector('a[href], button, input, select, textarea, [tabindex]')) element.tabIndex = 0
}
