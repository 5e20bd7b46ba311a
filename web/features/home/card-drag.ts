import type { SwipeChoice } from '#contract/games/schemas.ts'
import { choiceOf, tiltOf } from '#web/features/games/drag.ts'

/** Movements below this are presses. */
const SLOP_PX = 8

interface Input {
  card: HTMLElement
  /** Of the press that may become a drag. */
  pointerId: number
  startX: number
  onChoice: (choice: SwipeChoice) => void
}

/**
 * Lets a pressed card follow the pointer until it is released. It is loaded with the first press: most
 * visitors of the home page never drag.
 */
export function dragCard({ card, pointerId, startX, onChoice }: Input) {
  const width = card.offsetWidth
  const released = new AbortController()
  let last = { x: startX, at: performance.now(), speed: 0 }

  function move(dx: number) {
    card.style.setProperty('--swipe-x', `${dx}px`)
    card.style.setProperty('--swipe-tilt', `${tiltOf({ dx, width }).degrees}deg`)
  }

  function onMove(event: PointerEvent) {
    if (event.pointerId !== pointerId) return
    // Released before this code was loaded.
    if (event.buttons === 0) return released.abort()
    const dx = event.clientX - startX
    if (card.dataset['dragged'] === undefined && Math.abs(dx) < SLOP_PX) return
    card.dataset['dragged'] = ''
    const speed = (event.clientX - last.x) / Math.max(1, event.timeStamp - last.at)
    last = { x: event.clientX, at: event.timeStamp, speed }
    move(dx)
  }

  function onEnd(event: PointerEvent) {
    if (event.pointerId !== pointerId) return
    released.abort()
    if (card.dataset['dragged'] === undefined) return
    delete card.dataset['dragged']
    const choice = event.type === 'pointerup' && choiceOf({ dx: event.clientX - startX, width, speed: last.speed })
    if (choice) onChoice(choice)
    if (choice !== 'pass') move(0)
    // The release of a drag is no press on a link of the card.
    addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', stop, { capture: true }))
  }

  const { signal } = released
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', onEnd, { signal })
  addEventListener('pointercancel', onEnd, { signal })
}

function stop(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}
