import { useRef, type MouseEvent, type PointerEvent } from 'react'
import type { SwipeChoice } from '#contract/games/schemas.ts'
import { choiceOf, tiltOf } from './drag.ts'

/** Movements below this are presses. */
const SLOP_PX = 8

interface Held {
  pointerId: number
  startX: number
  lastX: number
  lastAt: number
  speed: number
  isMoving: boolean
}

interface Options {
  /** Called when a card is released far enough to one side. If it returns false, the card springs back. */
  onChoice: (choice: SwipeChoice) => boolean
}

/**
 * Returns the pointer events of a card that can be dragged to both sides. The card moves by custom properties
 * of its element, so a drag renders nothing; `.swipe-card` in theme.css springs it back.
 */
export function useCardDrag({ onChoice }: Options) {
  const held = useRef<Held | null>(null)
  const wasDragged = useRef(false)

  function onPointerDown({ isPrimary, button, pointerId, clientX, timeStamp }: PointerEvent) {
    wasDragged.current = false
    if (!isPrimary || button !== 0) return
    held.current = { pointerId, startX: clientX, lastX: clientX, lastAt: timeStamp, speed: 0, isMoving: false }
  }

  function onPointerMove({ pointerId, clientX, timeStamp, currentTarget }: PointerEvent<HTMLElement>) {
    const drag = held.current
    if (drag?.pointerId !== pointerId) return
    if (!drag.isMoving && Math.abs(clientX - drag.startX) < SLOP_PX) return
    if (!drag.isMoving) {
      drag.isMoving = true
      wasDragged.current = true
      currentTarget.setPointerCapture(pointerId)
      currentTarget.dataset['dragged'] = ''
    }
    drag.speed = (clientX - drag.lastX) / Math.max(1, timeStamp - drag.lastAt)
    drag.lastX = clientX
    drag.lastAt = timeStamp
    move(currentTarget, clientX - drag.startX)
  }

  function onPointerUp({ pointerId, clientX, currentTarget }: PointerEvent<HTMLElement>) {
    const drag = held.current
    if (drag?.pointerId !== pointerId) return
    held.current = null
    if (!drag.isMoving) return
    delete currentTarget.dataset['dragged']
    const choice = choiceOf({ dx: clientX - drag.startX, width: currentTarget.offsetWidth, speed: drag.speed })
    if (!choice || !onChoice(choice)) move(currentTarget, 0)
  }

  function onPointerCancel({ currentTarget }: PointerEvent<HTMLElement>) {
    if (!held.current) return
    held.current = null
    delete currentTarget.dataset['dragged']
    move(currentTarget, 0)
  }

  /** The release of a drag is no press on the link of the card. */
  function onClickCapture(event: MouseEvent) {
    if (!wasDragged.current) return
    event.preventDefault()
    event.stopPropagation()
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture }
}

function move(element: HTMLElement, dx: number) {
  const { degrees, like, pass } = tiltOf({ dx, width: element.offsetWidth })
  element.style.setProperty('--swipe-x', `${dx}px`)
  element.style.setProperty('--swipe-tilt', `${degrees}deg`)
  element.style.setProperty('--swipe-like', String(like))
  element.style.setProperty('--swipe-pass', String(pass))
}
