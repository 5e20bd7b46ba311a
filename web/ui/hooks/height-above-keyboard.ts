/** What covers less of the page is a bar of the browser, not a keyboard. In CSS pixels. */
const KEYBOARD_MIN_PX = 120

/**
 * Returns the height in CSS pixels that an on-screen keyboard leaves of the page; null without one. Browsers
 * that shrink the page need nothing, and a zoomed page is not covered.
 */
export function heightAboveKeyboard(
  { height, scale }: Pick<VisualViewport, 'height' | 'scale'>,
  { pageHeight }: { pageHeight: number },
) {
  return scale === 1 && pageHeight - height >= KEYBOARD_MIN_PX ? height : null
}
