import { useEffect, useRef } from 'react'

/** A toast is a dialog for screen readers too, but takes no keys. */
const openDialogs = '[role=dialog]:not([data-toast]), [role=alertdialog]:not([data-toast])'

/** What a key does on a page of the console. */
export type Hotkeys = Record<string, () => void>

/**
 * Runs a function when its key is pressed, unless a text is being typed, a dialog is open or a modifier is
 * held. Keys are as `KeyboardEvent.key` names them. One that is held moves on with j and k, but acts once.
 */
export function useHotkeys(hotkeys: Hotkeys) {
  const latest = useRef(hotkeys)
  useEffect(() => {
    latest.current = hotkeys
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.repeat && event.key !== 'j' && event.key !== 'k') return
      if (isTyping(event.target) || document.querySelector(openDialogs)) return
      const run = latest.current[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function isTyping(target: EventTarget | null) {
  // A letter means nothing to a box or a radio button.
  if (target instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(target.type)) return false
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
