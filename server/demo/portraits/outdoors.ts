import type { Rng } from '#server/demo/random.ts'
import { circle, HEIGHT, many, rect, ridge, round, sky, softLight, WIDTH, type Palette } from './shapes.ts'

export function hills(rng: Rng, palette: Palette) {
  const x = rng.between(150, 750)
  return [
    sky(palette),
    softLight('sun', x, 360, 620, palette.glow, 0.9),
    circle(x, 360, rng.between(60, 105), palette.glow),
    ridge(rng, 620, 45, palette.far),
    ridge(rng, 760, 55, palette.middle),
    ridge(rng, 930, 50, palette.near),
  ].join('')
}

export function sea(rng: Rng, palette: Palette) {
  const x = rng.between(180, 720)
  const horizon = 640
  const streaks = many(26, (n) => {
    const y = horizon + 12 + n * n * 0.85
    const width = rng.between(30, 150) + n * 5
    return rect(
      x - width / 2 + rng.between(-40 - n * 6, 40 + n * 6),
      y,
      width,
      5 + n * 0.25,
      palette.glow,
      'rx="4" opacity=".38"',
    )
  })
  const boat = rng.isTrue(0.5)
    ? `<g transform="translate(${x < 450 ? 700 : 120} ${horizon - 78})"><path d="M44 0v62H4zM52 14v48h34z" fill="#fffaf2"/><path d="M0 68h92l-16 20H16z" fill="${palette.near}"/></g>`
    : ''
  return [
    sky(palette),
    softLight('sun', x, horizon - 60, 640, palette.glow, 0.95),
    circle(x, horizon - rng.between(20, 120), 92, palette.glow),
    rect(0, horizon, WIDTH, HEIGHT, palette.middle),
    rect(0, horizon, WIDTH, HEIGHT, 'url(#sky)', 'opacity=".25"'),
    streaks,
    boat,
    ridge(rng, 1120, 18, palette.near),
  ].join('')
}

/** Renders the lights of a town, out of focus. */
export function bokeh(rng: Rng, palette: Palette) {
  const lights = ['#ffd9a0', '#ffb3a7', '#ffe9c9', palette.glow, '#c9b6ff', '#9fd8ff'] as const
  const spots = many(34, () => {
    const [x, y, radius] = [rng.between(0, WIDTH), rng.between(60, 1050), rng.between(24, 92)]
    const colour = rng.pick(lights)
    const opacity = rng.between(0.1, 0.34)
    return `${circle(x, y, radius, colour, opacity)}<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="none"
      stroke="${colour}" stroke-width="3" opacity="${opacity.toFixed(2)}"/>`
  })
  return sky(palette) + softLight('haze', 450, 820, 700, palette.glow, 0.4) + spots
}

export function skyline(rng: Rng, palette: Palette) {
  const row = (base: number, low: number, high: number, fill: string, lit: number) => {
    let x = -20
    let towers = ''
    while (x < WIDTH) {
      const width = rng.between(80, 150)
      const top = base - rng.between(low, high)
      towers += rect(x, top, width - 8, HEIGHT - top, fill)
      for (let y = top + 26; y < base + 240; y += 46) {
        for (let wx = x + 16; wx < x + width - 34; wx += 32) {
          if (rng.isTrue(lit)) towers += rect(wx, y, 16, 24, palette.glow, 'opacity=".75" rx="2"')
        }
      }
      x += width
    }
    return towers
  }
  return [
    sky(palette),
    softLight('sun', rng.between(100, 800), 560, 640, palette.glow, 0.7),
    row(700, 40, 260, palette.far, 0),
    row(800, 60, 300, palette.middle, 0.28),
    row(1000, 20, 170, palette.near, 0.4),
  ].join('')
}

export function mountains(rng: Rng, palette: Palette) {
  const peak = (x: number, top: number, spread: number, fill: string, shade: string) => {
    const snow = top + (HEIGHT - top) * 0.14
    const half = spread * 0.14
    return `<path d="M${x - spread} ${HEIGHT}L${x} ${top}L${x + spread} ${HEIGHT}Z" fill="${fill}"/>
      <path d="M${x} ${top}L${x + spread} ${HEIGHT}H${x + spread * 0.2}Z" fill="${shade}" opacity=".5"/>
      <path d="M${x - half} ${snow}L${x} ${top}L${x + half} ${snow}L${x + half * 0.3} ${snow - 18}L${x - half * 0.2} ${snow + 16}Z" fill="#fffaf5" opacity=".9"/>`
  }
  const shift = round(rng.between(-80, 80))
  return [
    sky(palette),
    softLight('sun', rng.between(200, 700), 380, 560, palette.glow, 0.8),
    peak(160 + shift, 430, 560, palette.far, palette.middle),
    peak(760 + shift, 340, 620, palette.far, palette.middle),
    peak(450 + shift, 560, 520, palette.middle, palette.near),
    ridge(rng, 960, 40, palette.near),
  ].join('')
}

export function forest(rng: Rng, palette: Palette) {
  const pine = (x: number, base: number, height: number, fill: string) =>
    many(4, (n) => {
      const top = base - height + n * height * 0.2
      const half = height * (0.1 + n * 0.055)
      return `<path d="M${round(x - half)} ${round(top + height * 0.36)}L${round(x)} ${round(top)}L${round(x + half)} ${round(top + height * 0.36)}Z" fill="${fill}"/>`
    })
  const row = (count: number, base: number, low: number, high: number, fill: string) =>
    many(count, (n) =>
      pine((n + rng.between(0.2, 0.8)) * (WIDTH / count), base + rng.between(-20, 30), rng.between(low, high), fill),
    ) + rect(0, base - 30, WIDTH, HEIGHT, fill)
  return [
    sky(palette),
    softLight('sun', rng.between(200, 700), 420, 600, palette.glow, 0.85),
    row(13, 760, 180, 330, palette.far),
    row(9, 900, 260, 430, palette.middle),
    row(6, 1120, 340, 560, palette.near),
  ].join('')
}

export function night(rng: Rng, palette: Palette) {
  const stars = many(70, () =>
    circle(rng.between(0, WIDTH), rng.between(0, 760), rng.between(1.5, 4.5), '#fff', rng.between(0.35, 0.95)),
  )
  const x = rng.pick([190, 700])
  return [
    sky(palette),
    stars,
    softLight('moon', x, 230, 330, palette.glow, 0.55),
    `<path d="M20-72A75 75 0 1 0 72 22A60 60 0 1 1 20-72Z" transform="translate(${x} 230)" fill="#fff4dc"/>`,
    ridge(rng, 800, 60, palette.far),
    ridge(rng, 960, 50, palette.near),
  ].join('')
}

export function clouds(rng: Rng, palette: Palette) {
  const cloud = (x: number, y: number, size: number, opacity: number) =>
    `<g transform="translate(${round(x)} ${round(y)}) scale(${size.toFixed(2)})" fill="#fff" opacity="${opacity}">
      <rect x="-130" y="0" width="260" height="60" rx="30"/><circle cx="-50" cy="0" r="55"/><circle cx="30" cy="-18" r="72"/><circle cx="90" cy="14" r="42"/></g>`
  const balloon = (x: number, y: number, size: number) =>
    `<g transform="translate(${round(x)} ${round(y)}) scale(${size.toFixed(2)})"><path d="M0-90c60 0 95 42 95 92 0 52-50 92-72 122h-46C-45 94-95 54-95 2c0-50 35-92 95-92z" fill="${palette.near}"/>
      <path d="M0-90c26 0 40 42 40 92 0 52-22 92-30 122h-20C-18 94-40 54-40 2c0-50 14-92 40-92z" fill="${palette.glow}"/><path d="M-20 146h40v28h-40z" fill="#7a5236"/></g>`
  return [
    sky(palette),
    softLight('sun', rng.between(100, 800), 260, 560, palette.glow, 0.8),
    many(6, (n) => cloud(rng.between(0, WIDTH), 120 + n * 175, rng.between(0.7, 1.6), 0.55)),
    balloon(rng.pick([130, 770]), rng.between(200, 360), rng.between(0.7, 1)),
    balloon(rng.pick([80, 830]), rng.between(560, 700), 0.42),
  ].join('')
}
