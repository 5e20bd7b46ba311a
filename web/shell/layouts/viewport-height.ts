import { useEffect } from 'react'
import { heightAboveKeyboard } from '#web/ui/hooks/keyboard.ts'

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
