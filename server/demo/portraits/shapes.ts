import type { Rng } from '#server/demo/random.ts'

/** Colours of a scene, from the sky down to the ground. */
export interface Palette {
  sky: readonly [top: string, middle: string, bottom: string]
  far: string
  middle: string
  near: string
  glow: string
}

/** Renders the background of a portrait as SVG of `WIDTH` by `HEIGHT`, with little detail behind the face. */
export type Scene = (rng: Rng, palette: Palette) => string

export const WIDTH = 900
export const HEIGHT = 1200

export const round = (value: number) => Math.round(value)
export const range = (count: number) => Array.from({ length: count }, (_, index) => index)
export const many = (count: number, render: (index: number) => string) => range(count).map(render).join('')

export function rect(x: number, y: number, width: number, height: number, fill: string, more = '') {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${more}/>`
}

export function circle(x: number, y: number, radius: number, fill: string, opacity = 1) {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" opacity="${opacity.toFixed(2)}"/>`
}

export function sky({ sky: [top, middle, bottom] }: Palette) {
  return `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".55" stop-color="${middle}"/>
    <stop offset="1" stop-color="${bottom}"/></linearGradient>${rect(0, 0, WIDTH, HEIGHT, 'url(#sky)')}`
}

export function softLight(id: string, x: number, y: number, radius: number, colour: string, opacity: number) {
  return `<radialGradient id="${id}"><stop stop-color="${colour}" stop-opacity="${opacity.toFixed(2)}"/>
    <stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>${circle(x, y, radius, `url(#${id})`)}`
}

/** Renders hills: a wavy line from the left edge to the right, filled below. */
export function ridge(rng: Rng, y: number, height: number, fill: string) {
  const waves = range(3).map((n) => ({
    length: rng.between(0.4, 0.9) / (n + 1),
    shift: rng.between(0, 7),
    size: height / (n + 1),
  }))
  const points = range(19).map((n) => {
    const x = n * 50
    const lift = waves.reduce(
      (sum, { length, shift, size }) => sum + Math.sin(x / (WIDTH * length * 0.4) + shift) * size,
      0,
    )
    return `${x} ${round(y + lift)}`
  })
  return `<path d="M0 ${HEIGHT}L${points.join('L')}V${HEIGHT}Z" fill="${fill}"/>`
}
