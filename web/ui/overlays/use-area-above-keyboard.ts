import { useEffect } from 'react'
import { heightAboveKeyboard } from '#web/ui/hooks/height-above-keyboard.ts'

/**
 * While an overlay is open and an iPhone's keyboard covers the page, sets `--area-height` and `--area-top`: the part
 * of the window that can be seen. Other browsers shrink the page itself.
 */
export function useAreaAboveKeyboard(isOpen: boolean) {
  useEffect(() => {
    // Old browsers have none.
    const viewport = window.visualViewport
    if (!isOpen || !viewport) return
    const { style } = document.documentElement
    const clear = () => ['--area-height', '--area-top'].forEach((name) => style.removeProperty(name))
    const update = () => {
      const height = heightAboveKeyboard(viewport, { pageHeight: window.innerHeight })
      if (height === null) return clear()
      style.setProperty('--area-height', `${height}px`)
      style.setProperty('--area-top', `${viewport.offsetTop}px`)
    }
    viewport.addEventListener('resize', update)
    viewport.addEventListener('scroll', update)
    return () => {
      viewport.removeEventListener('resize', update)
      viewport.removeEventListener('scroll', update)
      clear()
    }
  }, [isOpen])
}
