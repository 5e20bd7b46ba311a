import type { LanderName } from '#contract/landers/landers.ts'

interface Place {
  x: number
  y: number
}

/** A heart with its middle at a place; `size` is half its width. */
function heart({ x, y, size, fill = '#fff' }: Place & { size: number; fill?: string }) {
  return `<path transform="translate(${x} ${y}) scale(${size / 50})" fill="${fill}" d="M0 46C-62 4-52-44-22-44-10-44-3-36 0-28 3-36 10-44 22-44 52-44 62 4 0 46z"/>`
}

interface Looks {
  skin: string
  hair: string
  shirt: string
}

const first: Looks = { skin: '#f5c9a9', hair: '#5b3a29', shirt: '#be185d' }

const people = [
  first,
  { skin: '#8d5a3c', hair: '#20160f', shirt: '#0f766e' },
  { skin: '#e8b48f', hair: '#c98a2b', shirt: '#5b21b6' },
  { skin: '#c68863', hair: '#2b1d16', shirt: '#b45309' },
  { skin: '#f7d7c4', hair: '#9ca3af', shirt: '#1d4ed8' },
  { skin: '#6f4630', hair: '#3b2a20', shirt: '#be123c' },
]

/** Head and shoulders in a box with round corners. */
function portrait({ x, y, width, height = width, index, radius = 28, turn = 0 }: PortraitBox) {
  const { skin, hair, shirt } = people[index % people.length] ?? first
  const clip = `c${x}-${y}`
  const [middle, unit] = [width / 2, Math.min(width, height) / 10]
  const head = height * 0.42
  return `<g transform="translate(${x} ${y}) rotate(${turn} ${middle} ${height / 2})">
<clipPath id="${clip}"><rect width="${width}" height="${height}" rx="${radius}"/></clipPath>
<g clip-path="url(#${clip})"><rect width="${width}" height="${height}" fill="#fce7f3"/>
<circle cx="${middle}" cy="${head - unit * 0.5}" r="${unit * 2.7}" fill="${hair}"/>
<ellipse cx="${middle}" cy="${height}" rx="${unit * 4.2}" ry="${height - head - unit * 2.4}" fill="${shirt}"/>
<rect x="${middle - unit * 0.8}" y="${head + unit}" width="${unit * 1.6}" height="${unit * 2}" fill="${skin}"/>
<circle cx="${middle}" cy="${head}" r="${unit * 2.1}" fill="${skin}"/></g>
<rect width="${width}" height="${height}" rx="${radius}" fill="none" stroke="#fff" stroke-width="10"/></g>`
}

interface PortraitBox extends Place {
  width: number
  height?: number
  index: number
  radius?: number
  turn?: number
}

const circle = ({ x, y, r, fill = '#fff', opacity = 1 }: Place & { r: number; fill?: string; opacity?: number }) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity="${opacity}"/>`

const line = (d: string, width = 6, opacity = 0.5) =>
  `<path d="${d}" fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`

/** Rings that spread from a place. */
const rings = ({ x, y }: Place, radii: number[]) =>
  radii.map((r) => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#fff" stroke-width="5" opacity=".35"/>`)

/** A triangle that stands for a film. */
const play = ({ x, y, size }: Place & { size: number }) =>
  `<circle cx="${x}" cy="${y}" r="${size}" fill="#fff" opacity=".92"/><path transform="translate(${x} ${y}) scale(${size / 50})" d="M-14-24 28 0-14 24z" fill="#be185d"/>`

/** The holes at the two edges of a strip of film. */
const holes = [...Array(12).keys()].map(
  (index) =>
    `<g fill="#fff" opacity=".55"><rect x="${30 + index * 98}" y="26" width="52" height="38" rx="8"/><rect x="${30 + index * 98}" y="566" width="52" height="38" rx="8"/></g>`,
)

const pin = ({ x, y, size, fill }: Place & { size: number; fill: string }) =>
  `<path transform="translate(${x} ${y}) scale(${size / 50})" d="M0 60C-44 10-46-6-46-14a46 46 0 0 1 92 0c0 8-2 24-46 74z" fill="${fill}" stroke="#fff" stroke-width="5"/>${heart({ x, y: y - size * 0.22, size: size * 0.42 })}`

const bubble = ({ x, y, width, fill }: Place & { width: number; fill: string }) =>
  `<path transform="translate(${x} ${y})" d="M40 0h${width - 80}a40 40 0 0 1 40 40v50a40 40 0 0 1-40 40H110l-60 48v-48H40A40 40 0 0 1 0 90V40A40 40 0 0 1 40 0z" fill="${fill}"/>`

const network: Place[] = [
  { x: 180, y: 170 },
  { x: 210, y: 470 },
  { x: 480, y: 110 },
  { x: 750, y: 500 },
  { x: 1010, y: 160 },
  { x: 1000, y: 460 },
]
const centre = { x: 600, y: 315 }

interface Composition {
  /** Colours of the background. */
  from: string
  to: string
  /** SVG. */
  shapes: string[]
}

/** What link previews show of each landing page: shapes on a background, below which its title is written. */
export const compositions: Record<LanderName, Composition> = {
  tinderswipe: {
    from: '#be185d',
    to: '#f97316',
    shapes: [
      portrait({ x: 330, y: 110, width: 300, height: 410, index: 3, turn: -14 }),
      portrait({ x: 560, y: 110, width: 300, height: 410, index: 1, turn: 12 }),
      portrait({ x: 440, y: 80, width: 320, height: 440, index: 0 }),
      circle({ x: 600, y: 530, r: 66 }),
      heart({ x: 600, y: 533, size: 36, fill: '#be185d' }),
    ],
  },
  alonetonight: {
    from: '#0f172a',
    to: '#4c1d95',
    shapes: [
      circle({ x: 940, y: 170, r: 105, fill: '#fde68a' }),
      circle({ x: 985, y: 145, r: 95, fill: '#2a1a63' }),
      ...[120, 300, 470, 690, 800, 1090].map((x, index) => circle({ x, y: 60 + ((index * 83) % 190), r: 5 })),
      ...[0, 1, 2, 3, 4, 5].map(
        (index) =>
          `<rect x="${index * 200}" y="${330 + ((index * 67) % 130)}" width="180" height="320" fill="#0b1020"/><rect x="${index * 200 + 36}" y="${390 + ((index * 67) % 130)}" width="40" height="46" rx="6" fill="#fde68a"/><rect x="${index * 200 + 106}" y="${390 + ((index * 67) % 130)}" width="40" height="46" rx="6" fill="${index % 2 ? '#fde68a' : '#1e293b'}"/>`,
      ),
      heart({ x: 500, y: 250, size: 74, fill: '#f472b6' }),
    ],
  },
  collagelanding: {
    from: '#7c3aed',
    to: '#db2777',
    shapes: [
      portrait({ x: 90, y: 60, width: 300, height: 360, index: 4, turn: -7 }),
      portrait({ x: 420, y: 40, width: 240, index: 2, turn: 4 }),
      portrait({ x: 690, y: 70, width: 280, height: 330, index: 5, turn: -3 }),
      portrait({ x: 900, y: 300, width: 230, index: 0, turn: 8 }),
      portrait({ x: 330, y: 330, width: 260, index: 1, turn: 6 }),
      portrait({ x: 620, y: 390, width: 210, index: 3, turn: -8 }),
      heart({ x: 600, y: 320, size: 70 }),
    ],
  },
  gallery: {
    from: '#5b21b6',
    to: '#9d174d',
    shapes: [0, 1, 2, 3, 4, 5, 6, 7].map((index) =>
      portrait({ x: 120 + (index % 4) * 250, y: 65 + Math.floor(index / 4) * 260, width: 220, index, radius: 24 }),
    ),
  },
  iconslanding: {
    from: '#0f766e',
    to: '#5b21b6',
    shapes: [
      ...[0, 1, 2, 3, 4].map((index) =>
        circle({ x: 200 + index * 200, y: index % 2 ? 220 : 400, r: 88, opacity: 0.95 }),
      ),
      heart({ x: 200, y: 404, size: 50, fill: '#be185d' }),
      `<path d="M352 190h76v34a38 38 0 0 1-76 0zM428 200h14a18 18 0 0 1 0 36h-14M340 272h104" fill="none" stroke="#5b21b6" stroke-width="10"/>`,
      `<path d="M570 450V362l70-18v88" fill="none" stroke="#0f766e" stroke-width="12"/>${circle({ x: 554, y: 450, r: 18, fill: '#0f766e' })}${circle({ x: 624, y: 432, r: 18, fill: '#0f766e' })}`,
      `<path d="M764 176h72a16 16 0 0 1 16 16v44a16 16 0 0 1-16 16h-40l-28 24v-24h-4a16 16 0 0 1-16-16v-44a16 16 0 0 1 16-16z" fill="#be185d"/>`,
      `<path d="M940 440l46-76 30 44 16-22 30 54z" fill="#5b21b6"/>${circle({ x: 1040, y: 362, r: 14, fill: '#f59e0b' })}`,
      line('M288 380 316 300 M490 260 520 330 M688 360 716 290 M888 260 920 330'),
    ],
  },
  maplanding: {
    from: '#1d4ed8',
    to: '#6d28d9',
    shapes: [
      `<path d="M180 90l210-40 150 90 190-60 260 60 90 190-120 190-260 40-180-70-230 60-150-140z" fill="#fff" opacity=".16"/>`,
      line('M250 420C380 250 520 480 640 330S860 180 960 270', 7, 0.8),
      pin({ x: 250, y: 350, size: 62, fill: '#be185d' }),
      pin({ x: 640, y: 250, size: 84, fill: '#db2777' }),
      pin({ x: 960, y: 200, size: 62, fill: '#be185d' }),
    ],
  },
  socialnetwork: {
    from: '#155e75',
    to: '#7e22ce',
    shapes: [
      ...network.map(({ x, y }) => line(`M${centre.x} ${centre.y}L${x} ${y}`)),
      line('M180 170L480 110 M750 500L1000 460L1010 160'),
      ...network.map(({ x, y }, index) => portrait({ x: x - 75, y: y - 75, width: 150, index: index + 1, radius: 75 })),
      portrait({ x: 490, y: 205, width: 220, index: 0, radius: 110 }),
    ],
  },
  transitionsvideolanding: {
    from: '#312e81',
    to: '#be185d',
    shapes: [
      ...holes,
      portrait({ x: 60, y: 110, width: 330, height: 410, index: 2, radius: 12 }),
      portrait({ x: 435, y: 110, width: 330, height: 410, index: 1, radius: 12 }),
      portrait({ x: 810, y: 110, width: 330, height: 410, index: 4, radius: 12 }),
      play({ x: 600, y: 470, size: 70 }),
    ],
  },
  video: {
    from: '#1e1b4b',
    to: '#9d174d',
    shapes: [
      circle({ x: 330, y: 470, r: 330, fill: '#f59e0b', opacity: 0.25 }),
      circle({ x: 900, y: 180, r: 280, fill: '#ec4899', opacity: 0.35 }),
      `<path d="M0 470q150-80 300 0t300 0 300 0 300 0v160H0z" fill="#fff" opacity=".14"/>`,
      play({ x: 600, y: 300, size: 120 }),
      `<rect x="150" y="540" width="900" height="14" rx="7" fill="#fff" opacity=".4"/><rect x="150" y="540" width="360" height="14" rx="7" fill="#fff"/>`,
    ],
  },
  landing: {
    from: '#9d174d',
    to: '#5b21b6',
    shapes: [
      ...rings({ x: 600, y: 315 }, [210, 270, 340, 420]),
      portrait({ x: 450, y: 115, width: 300, height: 400, index: 0, radius: 36 }),
      circle({ x: 750, y: 480, r: 66 }),
      heart({ x: 750, y: 483, size: 36, fill: '#be185d' }),
    ],
  },
  landing2: {
    from: '#4c1d95',
    to: '#0e7490',
    shapes: [
      portrait({ x: 120, y: 95, width: 340, height: 440, index: 2, radius: 36 }),
      bubble({ x: 540, y: 90, width: 430, fill: '#fff' }),
      bubble({ x: 640, y: 270, width: 430, fill: '#fce7f3' }),
      bubble({ x: 540, y: 430, width: 300, fill: '#fff' }),
      heart({ x: 690, y: 500, size: 40, fill: '#be185d' }),
    ],
  },
  landing3: {
    from: '#b45309',
    to: '#9d174d',
    shapes: [
      `<path d="M200 130h800a30 30 0 0 1 30 30v95a60 60 0 0 0 0 120v95a30 30 0 0 1-30 30H200a30 30 0 0 1-30-30v-95a60 60 0 0 0 0-120v-95a30 30 0 0 1 30-30z" fill="#fff7ed" transform="rotate(-4 600 315)"/>`,
      `<path d="M760 140v350" stroke="#b45309" stroke-width="6" stroke-dasharray="6 20" stroke-linecap="round" transform="rotate(-4 600 315)"/>`,
      portrait({ x: 270, y: 185, width: 220, height: 270, index: 0, turn: -4 }),
      portrait({ x: 510, y: 170, width: 200, height: 270, index: 1, turn: -4 }),
      heart({ x: 890, y: 300, size: 76, fill: '#be185d' }),
    ],
  },
}

/** That of the site: two speech bubbles and a heart in the colours of the brand. */
export const siteImage: Composition = {
  from: '#5b21b6',
  to: '#be185d',
  shapes: [
    `<circle cx="1060" cy="70" r="260" fill="#fff" opacity=".08"/><circle cx="110" cy="600" r="230" fill="#fff" opacity=".08"/>
<g transform="translate(140 -60) scale(.78)">
<path d="M250 130h380a60 60 0 0 1 60 60v130a60 60 0 0 1-60 60H330l-90 70v-78a60 60 0 0 1-50-59V190a60 60 0 0 1 60-60z" fill="#fff"/>
<path d="M560 270h390a60 60 0 0 1 60 60v120a60 60 0 0 1-50 59v78l-90-70H560a60 60 0 0 1-60-60V330a60 60 0 0 1 60-60z" fill="#fce7f3"/>
<path d="M755 480 663 388a58 58 0 0 1 0-82 58 58 0 0 1 82 0l10 10 10-10a58 58 0 0 1 82 0 58 58 0 0 1 0 82z" fill="#be185d"/>
<g fill="#5b21b6" opacity=".85"><rect x="255" y="200" width="300" height="24" rx="12"/><rect x="255" y="250" width="190" height="24" rx="12"/></g></g>`,
  ],
}
