import { useEffect } from 'react'

/** What covers less of the page is a bar of the browser, not a keyboard. In CSS pixels. */
const KEYBOARD_MIN_PX = 120

/**
 * Returns the height in CSS pixels that a keyboard on the screen leaves of the page, or null while there is none. Browsers that make
 * the page lower by themselves need nothing, and a page that is zoomed in is not covered.
 */
export function heightAboveKeyboard(
  { height, scale }: Pick<VisualViewport, 'height' | 'scale'>,
  { pageHeight }: { pageHeight: number },
) {
  return scale === 1 && pageHeight - height >= KEYBOARD_MIN_PX ? height : null
}

/**
 * Sets `--viewport-height` while a keyboard covers the page. iPhones move the page instead of making it lower, and with it what is at its
 * top: a page that is as high as what is visible can stay where it is.
 */
export function useHeightAboveKeyboard() {
  useEffect(() => {
    // Old browsers have none.
    const viewport = window.visualViewport
    if (!viewport) return undefined
    const { style } = document.documentElement
    function update() {
      if (!viewport) return
      const height = heightAboveKeyboard(viewport, { pageHeight: window.innerHeight })
      if (height === null) return void style.removeProperty('--viewport-height')
      style.setProperty('--viewport-height', `${height}px`)
      if (viewport.offsetTop > 0) window.scrollTo(0, 0)
    }
    viewport.addEventListener('resize', update)
    viewport.addEventListener('scroll', update)
    return () => {
      viewport.removeEventListener('resize', update)
      viewport.removeEventListener('scroll', update)
      style.removeProperty('--viewport-height')
    }
  }, [])
}
