export type Point = [x: number, y: number]

const RADIANS = Math.PI / 180

/** Returns Albers' equal-area conic projection for points in degrees: shapes look familiar far north. */
export function project(points: readonly Point[]) {
  const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const middle = ((Math.min(...lons) + Math.max(...lons)) / 2) * RADIANS
  const [first, second] = [south + (north - south) / 6, north - (north - south) / 6].map(
    (lat) => lat * RADIANS,
  ) as Point
  const cone = (Math.sin(first) + Math.sin(second)) / 2
  const constant = Math.cos(first) ** 2 + 2 * cone * Math.sin(first)
  return ([lon, lat]: Point): Point => {
    const radius = Math.sqrt(constant - 2 * cone * Math.sin(lat * RADIANS)) / cone
    const angle = cone * (lon * RADIANS - middle)
    return [radius * Math.sin(angle), radius * Math.cos(angle)]
  }
}

/** Returns a function that moves points of the plane into a square, centred. */
export function fitted(rings: readonly Point[][], side: number) {
  const all = rings.flat()
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const scale = side / Math.max(width, height)
  return ([x, y]: Point): Point => [
    (x - left) * scale + (side - width * scale) / 2,
    (y - top) * scale + (side - height * scale) / 2,
  ]
}

/** Removes points that lie within a tolerance of the line between their neighbours (Douglas and Peucker). */
export function simplify(ring: readonly Point[], tolerance: number): Point[] {
  if (ring.length < 3) return [...ring]
  const [start, end] = [ring[0] as Point, ring.at(-1) as Point]
  let [farthest, gap] = [0, 0]
  for (const [index, point] of ring.entries()) {
    const distance = distanceToLine(point, start, end)
    if (distance > gap) [farthest, gap] = [index, distance]
  }
  if (gap <= tolerance) return [start, end]
  return [
    ...simplify(ring.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplify(ring.slice(farthest), tolerance),
  ]
}

function distanceToLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point) {
  const length = Math.hypot(bx - ax, by - ay)
  if (length === 0) return Math.hypot(x - ax, y - ay)
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
}

/** Returns whether a point lies in a ring: a line to the right crosses the ring an odd number of times. */
export function contains(ring: readonly Point[], [x, y]: Point) {
  const crossings = ring.filter(([ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length] as Point
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax
  })
  return crossings.length % 2 === 1
}
