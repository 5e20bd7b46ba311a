/** What covers less of the page is a bar of the browser, not a keyboard. In CSS pixels. */
const KEYBOARD_MIN_PX = 120

interface Page {
  pageHeight: number
}

/**
 * Returns the height in CSS pixels that an on-screen keyboard leaves of the page; null without one. Browsers
 * that shrink the page need nothing, and a zoomed page is not covered.
 */
export function heightAboveKeyboard({ height, scale }: Pick<VisualViewport, 'height' | 'scale'>, { pageHeight }: Page) {
  return scale === 1 && pageHeight - height >= KEYBOARD_MIN_PX ? height : null
}

/**
 * Returns how many CSS pixels of the page's lower edge an on-screen keyboard covers. A page that has moved up
 * behind it is covered by less.
 */
export function coveredByKeyboard(viewport: Pick<VisualViewport, 'height' | 'scale' | 'offsetTop'>, page: Page) {
  const height = heightAboveKeyboard(viewport, page)
  return height === null ? 0 : Math.max(0, page.pageHeight - height - viewport.offsetTop)
}

/**
 * Calls a function when the visible part of the page changes, with what sets a property of the page. Returns
 * a function that ends it and removes the property.
 */
export function followViewport(
  property: string,
  update: (viewport: VisualViewport, set: (px: number | null) => void) => void,
) {
  // Old browsers have none.
  const viewport = window.visualViewport
  if (!viewport) return undefined
  const { style } = document.documentElement
  const set = (px: number | null) =>
    px === null ? style.removeProperty(property) : style.setProperty(property, `${px}px`)
  const onChange = () => update(viewport, set)
  viewport.addEventListener('resize', onChange)
  viewport.addEventListener('scroll', onChange)
  return () => {
    viewport.removeEventListener('resize', onChange)
    viewport.removeEventListener('scroll', onChange)
    style.removeProperty(property)
  }
}
