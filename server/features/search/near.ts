import { NEAR_STEPS_KM } from '#contract/limits.ts'
import { CELLS_PER_ROW, cellOf, centreOf } from '#server/features/profiles/rules.ts'

const EARTH_RADIUS_KM = 6371
const KM_PER_DEGREE = 111.2

export interface NearCell {
  cell: number
  /** The least of `NEAR_STEPS_KM` that reaches the cell: all that is ever shown of a distance. */
  distanceKm: number
}

/**
 * Returns the cells whose middle is at most this far from that of a cell, which is included. Positions are
 * known as cells only, so distances are coarse.
 */
export function cellsNear(cell: number, withinKm: number): NearCell[] {
  const here = centreOf(cell)
  const widest = Math.max(0.1, Math.cos(toRadians(Math.min(89, Math.abs(here.latitude) + withinKm / KM_PER_DEGREE))))
  const rows = Math.ceil((withinKm / KM_PER_DEGREE) * 2)
  const columns = Math.min(CELLS_PER_ROW / 2 - 1, Math.ceil(rows / widest))
  const cells: NearCell[] = []
  for (let row = -rows; row <= rows; row += 1) {
    const latitude = here.latitude + row / 2
    if (Math.abs(latitude) > 90) continue
    for (let column = -columns; column <= columns; column += 1) {
      const there = { latitude, longitude: here.longitude + column / 2 }
      const km = distanceKm(here, there)
      const step = NEAR_STEPS_KM.find((each) => km <= each)
      if (step !== undefined && km <= withinKm) cells.push({ cell: cellOf(there), distanceKm: step })
    }
  }
  return cells
}

interface Position {
  latitude: number
  longitude: number
}

/** Returns the distance on the great circle. */
function distanceKm(one: Position, other: Position) {
  const [a, b] = [toRadians(one.latitude), toRadians(other.latitude)]
  const half = (angle: number) => Math.sin(angle / 2) ** 2
  const h = half(b - a) + Math.cos(a) * Math.cos(b) * half(toRadians(other.longitude - one.longitude))
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h))
}

function toRadians(degrees: number) {
  return (degrees * Math.PI) / 180
}
