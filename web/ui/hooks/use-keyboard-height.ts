import { useEffect } from 'react'
import { coveredByKeyboard } from './keyboard.ts'

/**
 * Sets `--keyboard-height`, by which an on-screen keyboard covers the lower edge of the page, for what stays
 * there. iPhones put the keyboard over the page; other browsers shrink it.
 */
export function useKeyboardHeight() {
  useEffect(() => {
    // Old browsers have none.
    const viewport = window.visualViewport
    if (!viewport) return undefined
    const { style } = document.documentElement
    function update() {
      if (!viewport) return
      const height = coveredByKeyboard(viewport, { pageHeight: window.innerHeight })
      if (height === 0) style.removeProperty('--keyboard-height')
      else style.setProperty('--keyboard-height', `${height}px`)
    }
    viewport.addEventListener('resize', update)
    viewport.addEventListener('scroll', update)
    return () => {
      viewport.removeEventListener('resize', update)
      viewport.removeEventListener('scroll', update)
      style.removeProperty('--keyboard-height')
    }
  }, [])
}
