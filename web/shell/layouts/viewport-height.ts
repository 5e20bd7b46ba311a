import { useEffect } from 'react'

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

/**
 * Sets `--viewport-height` while a keyboard covers the page. iPhones move the page, with what is at its top,
 * instead of shrinking it: a page as high as the visible part can stay where it is.
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
