import { useEffect } from 'react'
import { coveredByKeyboard, followViewport } from './keyboard.ts'

/**
 * Sets `--keyboard-height`, by which an on-screen keyboard covers the lower edge of the page, for what stays
 * there. iPhones put the keyboard over the page; other browsers shrink it.
 */
export function useKeyboardHeight() {
  useEffect(
    () =>
      followViewport('--keyboard-height', (viewport, set) =>
        set(coveredByKeyboard(viewport, { pageHeight: window.innerHeight }) || null),
      ),
    [],
  )
}
