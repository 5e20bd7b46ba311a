import type { Rng } from '#server/demo/random.ts'
import { circle, HEIGHT, many, range, rect, round, sky, softLight, WIDTH, type Palette } from './shapes.ts'

/** Renders concentric rings behind the head. */
export function halo(rng: Rng, palette: Palette) {
  const y = rng.between(470, 560)
  const rings = [palette.far, palette.middle, palette.glow] as const
  return sky(palette) + many(3, (n) => circle(450, y, 470 - n * 105, rings[n] ?? palette.glow, 0.55 + n * 0.12))
}

export function arches(rng: Rng, palette: Palette) {
  const x = rng.pick([180, 720])
  const fills = [palette.near, palette.middle, palette.far, palette.glow] as const
  const rainbow = many(4, (n) => {
    const radius = 380 - n * 82
    return `<path d="M${x - radius} ${HEIGHT}V620a${radius} ${radius} 0 0 1 ${radius * 2} 0V${HEIGHT}Z" fill="${fills[n]}"/>`
  })
  const sprigX = x < 450 ? 760 : 140
  const sprig = many(9, (n) => {
    const y = 360 + n * 62
    return `<path d="M${sprigX} ${y}c50-64 100-60 112-30c-20 40-64 46-112 30zM${sprigX} ${y}c-50-64-100-60-112-30c20 40 64 46 112 30z" fill="${palette.middle}" opacity=".8"/>`
  })
  return (
    rect(0, 0, WIDTH, HEIGHT, palette.sky[0]) +
    circle(x < 450 ? 690 : 210, 240, 120, palette.glow) +
    rainbow +
    rect(sprigX - 3, 330, 6, HEIGHT, palette.near) +
    sprig
  )
}

/** Renders large leaves that reach in from both sides. */
export function leaves(rng: Rng, palette: Palette) {
  const leaf = (x: number, y: number, angle: number, size: number, fill: string) =>
    `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(angle)}) scale(${size.toFixed(2)})"><path d="M0 0C-120-120-110-330 0-470C110-330 120-120 0 0Z" fill="${fill}"/>
      <path d="M0 0V-430M0-90L-70-160M0-90L70-160M0-190L-72-265M0-190L72-265M0-290L-50-345M0-290L50-345" stroke="#fff" stroke-width="5" opacity=".22" fill="none"/></g>`
  const fills = [palette.far, palette.middle, palette.near] as const
  const side = (x: number, lean: number) =>
    many(7, (n) =>
      leaf(x, 90 + n * 185, lean + rng.between(-38, 38), rng.between(0.55, 0.95), fills[n % 3] ?? palette.near),
    )
  return sky(palette) + softLight('sun', 450, 380, 620, palette.glow, 0.85) + side(-50, 62) + side(950, -62)
}

export function blooms(rng: Rng, palette: Palette) {
  const flower = (x: number, y: number, size: number, fill: string) =>
    `<g transform="translate(${round(x)} ${round(y)}) scale(${size.toFixed(2)}) rotate(${round(rng.between(0, 72))})">${many(5, (n) => `<ellipse cy="-34" rx="22" ry="34" transform="rotate(${n * 72})" fill="${fill}"/>`)}${circle(0, 0, 15, '#f7d27a')}</g>`
  const fills = ['#fff6f2', palette.glow, palette.far, '#ffd3d8'] as const
  const spots = range(34).map(() => ({ x: rng.between(0, WIDTH), y: rng.between(0, HEIGHT) }))
  const around = spots.filter(({ x, y }) => Math.hypot((x - 450) / 400, (y - 560) / 520) > 0.92)
  return (
    sky(palette) +
    softLight('sun', 450, 420, 640, palette.glow, 0.6) +
    around.map(({ x, y }) => flower(x, y, rng.between(0.6, 1.5), rng.pick(fills))).join('')
  )
}

/** Renders soft overlapping patches of colour. */
export function mist(rng: Rng, palette: Palette) {
  const tints = [palette.glow, palette.far, palette.sky[1], palette.middle, palette.glow] as const
  return (
    sky(palette) +
    many(6, (n) =>
      softLight(
        `mist${n}`,
        rng.between(0, WIDTH),
        rng.between(0, HEIGHT),
        rng.between(340, 620),
        tints[n % 5] ?? palette.glow,
        0.75,
      ),
    )
  )
}
