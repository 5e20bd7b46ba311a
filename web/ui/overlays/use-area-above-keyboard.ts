import { useEffect } from 'react'

/**
 * While an overlay is open, sets `--area-height` and `--area-top`: the part of the window that can be seen.
 * An iPhone's keyboard covers the page; other browsers shrink it. A zoomed page keeps the whole window.
 */
export function useAreaAboveKeyboard(isOpen: boolean) {
  useEffect(() => {
    // Old browsers have none.
    const viewport = window.visualViewport
    if (!isOpen || !viewport) return
    const { style } = document.documentElement
    const clear = () => ['--area-height', '--area-top'].forEach((name) => style.removeProperty(name))
    const update = () => {
      if (viewport.scale !== 1) return clear()
      style.setProperty('--area-height', `${viewport.height}px`)
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
