import { useEffect } from 'react'
import { followViewport, heightAboveKeyboard } from '#web/ui/hooks/keyboard.ts'

/**
 * Sets `--viewport-height` while a keyboard covers the page. iPhones move the page, with what is at its top,
 * instead of shrinking it: a page as high as the visible part can stay where it is.
 */
export function useHeightAboveKeyboard() {
  useEffect(
    () =>
      followViewport('--viewport-height', (viewport, set) => {
        const height = heightAboveKeyboard(viewport, { pageHeight: window.innerHeight })
        set(height)
        if (height !== null && viewport.offsetTop > 0) window.scrollTo(0, 0)
      }),
    [],
  )
}
