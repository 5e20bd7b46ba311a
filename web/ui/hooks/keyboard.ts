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
