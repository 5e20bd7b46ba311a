export type Range = readonly [low: number, high: number]
export type Thumb = 'low' | 'high'

export interface Bounds {
  min: number
  max: number
}

/** Diameter of a thumb in theme.css. Its middle stays half of that away from the ends of the track. */
const THUMB_PX = 28

/** Position of a value on the track, from 0 to 1. */
export function shareOf(value: number, { min, max }: Bounds) {
  return max === min ? 0 : (value - min) / (max - min)
}

/** The whole value under a pointer, within the bounds. `offsetPx` counts from the left edge of the track. */
export function valueAt(
  { min, max }: Bounds,
  { offsetPx, widthPx, isRightToLeft }: { offsetPx: number; widthPx: number; isRightToLeft: boolean },
) {
  const fromLeft = (offsetPx - THUMB_PX / 2) / (widthPx - THUMB_PX)
  const share = isRightToLeft ? 1 - fromLeft : fromLeft
  return Math.min(max, Math.max(min, min + Math.round(share * (max - min))))
}

/** The thumb that a press on the track moves: the nearer one, or the high one between two equally near. */
export function nearerThumb([low, high]: Range, target: number): Thumb {
  if (target < low) return 'low'
  return target < high && target - low < high - target ? 'low' : 'high'
}

/** Moves one thumb; it stops at the other one. */
export function withThumbAt([low, high]: Range, thumb: Thumb, value: number): Range {
  return thumb === 'low' ? [Math.min(value, high), high] : [low, Math.max(value, low)]
}

/** Whether the low thumb lies on top. At the far end it has to, or neither thumb could be moved. */
export function isLowOnTop([low]: Range, { min, max }: Bounds) {
  return low > (min + max) / 2
}

export function isSameRange(one: Range, other: Range) {
  return one[0] === other[0] && one[1] === other[1]
}
