import type { Rng } from '#server/demo/random.ts'
import { circle, HEIGHT, many, rect, ridge, round, sky, softLight, WIDTH, type Palette } from './shapes.ts'

/** Renders a wall with a window, a curtain and a plant. */
export function room(rng: Rng, palette: Palette) {
  const [x, y, width, height] = [rng.pick([90, 420]), 110, 390, 560]
  const plantX = x < 300 ? 740 : 150
  const leaves = many(9, (n) => {
    const angle = -80 + n * 20
    return `<path d="M0 0C-34-70-30-150 0-210C30-150 34-70 0 0Z" transform="rotate(${angle})" fill="${n % 2 ? '#5f8a5f' : '#7da774'}"/>`
  })
  return [
    rect(0, 0, WIDTH, HEIGHT, palette.far),
    softLight('day', x + width / 2, y + height / 2, 760, palette.glow, 0.75),
    `<clipPath id="pane"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath><g clip-path="url(#pane)">`,
    sky(palette),
    ridge(rng, y + height * 0.72, 26, palette.middle),
    ridge(rng, y + height * 0.87, 20, palette.near),
    '</g>',
    `<path d="M${x} ${y}h${width}v${height}h-${width}zM${x + width / 2} ${y}v${height}M${x} ${y + height * 0.42}h${width}" fill="none" stroke="#fffaf2" stroke-width="20"/>`,
    rect(x - 34, y + height + 6, width + 68, 26, '#fffaf2', 'rx="6"'),
    `<path d="M${x - 60} 60h130c-10 240-40 420-100 640h-60z" fill="${palette.near}" opacity=".75"/>`,
    `<path d="M${x + width + 60} 60h-130c10 240 40 420 100 640h60z" fill="${palette.near}" opacity=".75"/>`,
    rect(x - 90, 44, width + 180, 16, palette.near, 'rx="8"'),
    `<g transform="translate(${plantX} 830)">${leaves}<path d="M-80 0H80L60 180H-60Z" fill="#c9744f"/></g>`,
  ].join('')
}

/** Renders hanging lamps in front of a warm dark wall with shelves. */
export function cafe(rng: Rng, palette: Palette) {
  const lamps = many(4, (n) => {
    const x = 90 + n * 240 + rng.between(-30, 30)
    const y = rng.between(120, 300)
    return `${rect(x - 2, 0, 4, y, '#2a1a2e')}${softLight(`lamp${n}`, x, y + 60, 260, '#ffd79a', 0.75)}
      <path d="M${round(x - 62)} ${round(y + 52)}C${round(x - 56)} ${round(y - 22)} ${round(x + 56)} ${round(y - 22)} ${round(x + 62)} ${round(y + 52)}Z" fill="${palette.near}"/>${circle(x, y + 56, 24, '#fff0cf')}`
  })
  const shelf = (y: number) =>
    rect(0, y, WIDTH, 18, palette.near) +
    many(13, (n) => {
      const height = rng.between(60, 130)
      return rect(
        18 + n * 70,
        y - height,
        rng.between(30, 54),
        height,
        rng.pick([palette.middle, palette.glow, palette.far, '#8fa98a']),
        'rx="10" opacity=".55"',
      )
    })
  return (
    rect(0, 0, WIDTH, HEIGHT, palette.sky[0]) +
    softLight('warm', 450, 700, 760, palette.glow, 0.35) +
    shelf(620) +
    shelf(880) +
    lamps
  )
}

export function books(rng: Rng, palette: Palette) {
  const spines = [
    palette.far,
    palette.middle,
    palette.near,
    palette.glow,
    palette.sky[1],
    '#f4e7d3',
    '#6f8f86',
    '#c47f5b',
  ] as const
  const row = (y: number) => {
    let x = 8
    let shelf = rect(0, y, WIDTH, 22, '#6d4a38')
    while (x < WIDTH) {
      const width = rng.between(26, 62)
      const height = rng.between(150, 218)
      shelf += rect(x, y - height, width - 4, height, rng.pick(spines), 'rx="4"')
      x += width
    }
    return shelf
  }
  return (
    rect(0, 0, WIDTH, HEIGHT, '#8a6148') +
    many(5, (n) => row(236 + n * 244)) +
    rect(0, 0, WIDTH, HEIGHT, palette.sky[2], 'opacity=".42"')
  )
}

export function garland(rng: Rng, palette: Palette) {
  const wire = (y: number, sag: number) =>
    `<path d="M-20 ${y}Q450 ${y + sag * 2} 920 ${y - 20}" fill="none" stroke="#2a1a2e" stroke-width="4" opacity=".7"/>`
  const bulbs = (y: number, sag: number, count: number) =>
    many(count, (n) => {
      const part = (n + 0.5) / count
      const x = -20 + 940 * part
      const hang = y + sag * 4 * part * (1 - part) - 20 * part * part + 14
      return softLight(`bulb${y}${n}`, x, hang, 76, '#ffdf9e', 0.7) + circle(x, hang, 14, '#fff3d0')
    })
  const strings = [90, 270, 480].map((y) => ({ y, sag: Math.round(rng.between(40, 115)) }))
  return [
    sky(palette),
    ridge(rng, 820, 60, palette.far),
    ridge(rng, 980, 46, palette.near),
    ...strings.map(({ y, sag }) => [wire(y, sag), bulbs(y, sag, 8)].join('')),
  ].join('')
}
