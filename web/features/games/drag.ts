import type { SwipeChoice } from '#contract/games/schemas.ts'

/** Share of the card's width beyond which a released card is swiped. */
const FAR = 0.35
/** Pixels per millisecond: a flick this fast swipes a card that was moved a little. */
const FAST = 0.5
const LITTLE = 0.06
const MOST_DEGREES = 14

export interface Drag {
  /** From where the card was taken, in pixels. */
  dx: number
  /** Of the card, in pixels. */
  width: number
  /** Pixels per millisecond at the end; 0 while it is held. */
  speed: number
}

/** Returns what the release of a card means; null when it springs back. */
export function choiceOf({ dx, width, speed }: Drag): SwipeChoice | null {
  const isFlick = Math.abs(speed) >= FAST && Math.sign(speed) === Math.sign(dx) && Math.abs(dx) >= width * LITTLE
  if (!isFlick && Math.abs(dx) < width * FAR) return null
  return dx > 0 ? 'like' : 'pass'
}

/** Returns the rotation of a card that is dragged, in degrees, and how visible its stamps are. */
export function tiltOf({ dx, width }: Pick<Drag, 'dx' | 'width'>) {
  const share = Math.max(-1, Math.min(1, dx / width))
  const stamp = Math.min(1, Math.abs(share) / FAR)
  return { degrees: share * MOST_DEGREES, like: share > 0 ? stamp : 0, pass: share < 0 ? stamp : 0 }
}
