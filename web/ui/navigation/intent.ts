/** How long the pointer or the focus has to stay on a link before its target is prefetched. */
export const INTENT_MS = 100

/**
 * Recognises that a link is about to be opened: the pointer or the focus has stayed on it, or a mouse button
 * is pressed. A finger is no intent: it may rest there before it scrolls.
 */
export function createIntent() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  return {
    /** The pointer or the focus has come to a link. */
    begin({ pointerType }: { type: string; pointerType?: string }, fire: () => void) {
      cancel()
      if (pointerType !== 'touch') timer = setTimeout(fire, INTENT_MS)
    },
    cancel,
    /** A pointer is pressed. */
    press({ pointerType }: { pointerType: string }, fire: () => void) {
      if (pointerType !== 'mouse') return
      cancel()
      fire()
    },
  }
}

interface Press {
  button: number
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
  defaultPrevented: boolean
}

/** Whether a click opens a link in this tab, rather than in another one, or downloads it. */
export function opensHere({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: Press) {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented
}
