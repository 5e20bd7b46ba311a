/** How long a press lasts until it opens the menu of a message. */
export const LONG_PRESS_MS = 450

/** Distance of a swipe that answers a message, and how far a finger may leave its line or place, in px. */
const SWIPE_PX = 48
const TOLERANCE_PX = 24

/** How far a message follows the finger at most, in px. */
const FOLLOW_PX = 72

interface Point {
  x: number
  y: number
}

interface Movement {
  start: Point
  end: Point
  isRtl: boolean
}

/** Returns what the way of a finger over a message means so far. A movement up or down scrolls the feed. */
export function gestureOf({ start, end, isRtl }: Movement) {
  const along = (end.x - start.x) * (isRtl ? -1 : 1)
  const across = Math.abs(end.y - start.y)
  if (across > TOLERANCE_PX) return 'none'
  if (along >= SWIPE_PX) return 'reply'
  return Math.abs(along) > TOLERANCE_PX / 2 || across > TOLERANCE_PX / 2 ? 'moving' : 'pressing'
}

/** Returns how far a message follows the finger sideways, in px: only the way in which a swipe answers it. */
export function swipeOffset({ start, end, isRtl }: Movement) {
  const sign = isRtl ? -1 : 1
  return sign * Math.min(Math.max((end.x - start.x) * sign, 0), FOLLOW_PX)
}
