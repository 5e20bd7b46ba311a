/**
 * Ref for an element that may scroll, now or in a window of another size. If it scrolls and contains no
 * control, it becomes focusable for scrolling by keyboard, which not every browser does.
 */
export function scrollRegion(element: HTMLElement | null) {
  if (!element) return
  const observer = new ResizeObserver(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element
    if (scrollHeight <= clientHeight && scrollWidth <= clientWidth) return
    if (!element.querySelector('a[href], button, input, select, textarea, [tabindex]')) element.tabIndex = 0
  })
  observer.observe(element)
  return () => observer.disconnect()
}
