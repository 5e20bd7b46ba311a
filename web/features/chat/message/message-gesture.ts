/** How long a press lasts until it opens the menu of a message. */
export const LONG_PRESS_MS = 450

/** Distance of a swipe that answers a message, and how far a finger may leave its line or place, in px. */
const SWIPE_PX = 56
const TOLERANCE_PX = 24

interface Point {
  x: number
  y: number
}

/** Returns what the way of a finger over a message means so far. A movement up or down scrolls the feed. */
export function gestureOf({ start, end, isRtl }: { start: Point; end: Point; isRtl: boolean }) {
  const along = (end.x - start.x) * (isRtl ? -1 : 1)
  const across = Math.abs(end.y - start.y)
  if (across > TOLERANCE_PX) return 'none'
  if (along > SWIPE_PX) return 'reply'
  return Math.abs(along) > TOLERANCE_PX / 2 || across > TOLERANCE_PX / 2 ? 'moving' : 'pressing'
}
