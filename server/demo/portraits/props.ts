import type { Interest } from '#contract/settings/schemas.ts'
import type { Rng } from '#server/demo/random.ts'
import { circle } from './shapes.ts'
import { both, line, shape } from './strokes.ts'

/** What a person holds or has beside them on a photo; drawn in the scene, in front of the figure. */
export const props = { dog, cat, mug, guitar, books, plant, camera, flowers } as const
type Prop = keyof typeof props

/** The interests that a prop shows. */
const propsOfInterests: Partial<Record<Interest, Prop>> = {
  dogs: 'dog',
  animals: 'dog',
  cats: 'cat',
  coffee: 'mug',
  series: 'mug',
  music: 'guitar',
  concerts: 'guitar',
  festivals: 'guitar',
  reading: 'books',
  writing: 'books',
  theatre: 'books',
  gardening: 'plant',
  nature: 'plant',
  photography: 'camera',
  travelling: 'camera',
  city_trips: 'camera',
  romance: 'flowers',
  dating: 'flowers',
}

/** Returns what a person has on a photo: something that they like, or any of the props. */
export function propOf(interests: readonly Interest[], rng: Rng): Prop {
  const [first, ...others] = interests.flatMap((interest) => propsOfInterests[interest] ?? [])
  return first ? rng.pick([first, ...others]) : rng.pick(['mug', 'books', 'plant', 'flowers', 'camera'])
}

function dog() {
  return `<g transform="translate(665 930)">
    ${shape('M-150 300C-170 120 -120 20 0 10C130 20 180 140 165 300Z', '#c98f55')}
    ${shape('M-60 300C-70 160 -40 90 4 84C54 90 80 170 70 300Z', '#f1ddc0')}
    ${shape('M-128 -60C-120 -150 -60 -190 4 -190C70 -190 126 -150 132 -60C136 20 70 76 4 78C-66 76 -134 20 -128 -60Z', '#d9a066')}
    ${both((s) => shape(`M${s * 96} -152C${s * 176} -170 ${s * 190} -40 ${s * 158} 26C${s * 120} 20 ${s * 100} -60 ${s * 84} -120Z`, '#8a5a34'))}
    ${shape('M-14 -188C-26 -120 -36 -80 -50 -44C-80 40 -40 80 4 80C50 80 90 40 58 -44C44 -80 34 -120 24 -188Z', '#f6e7d0')}
    ${both((s) => `<circle cx="${4 + s * 66}" cy="-66" r="15" fill="#2b1d1a"/><circle cx="${9 + s * 66}" cy="-72" r="5" fill="#fff"/>`)}
    ${shape('M-30 -22C-30 -44 40 -44 38 -22C36 0 14 12 4 14C-6 12 -28 0 -30 -22Z', '#33211f')}
    ${line('M4 14V32M4 32C-8 50 -34 48 -42 34M4 32C16 50 42 48 50 34', '#33211f', 7)}
    ${shape('M-18 44C-14 84 24 84 26 44C14 52 -6 52 -18 44Z', '#e2737b')}</g>`
}

function cat() {
  return `<g transform="translate(250 960)">
    ${shape('M-140 270C-160 120 -110 30 0 24C110 30 160 120 140 270Z', '#5b5a66')}
    ${both((s) => shape(`M${s * 30} -96L${s * 118} -166L${s * 124} -20Z`, '#5b5a66'))}
    ${both((s) => shape(`M${s * 62} -92L${s * 104} -132L${s * 106} -50Z`, '#d99aa0'))}
    <ellipse cx="0" cy="-20" rx="128" ry="104" fill="#6b6a77"/>
    ${shape('M-60 84C-70 20 -30 10 0 10C30 10 70 20 60 84C30 96 -30 96 -60 84Z', '#f2eee8')}
    ${both((s) => `<ellipse cx="${s * 54}" cy="-30" rx="22" ry="20" fill="#e6c353"/><ellipse cx="${s * 54}" cy="-30" rx="7" ry="17" fill="#221a1c"/>`)}
    ${shape('M-14 12H14L0 28Z', '#d97f86')}${line('M0 28C-4 46 -26 48 -32 38M0 28C4 46 26 48 32 38', '#3a3640', 5)}
    ${both((s) => line(`M${s * 60} 24L${s * 150} 10M${s * 60} 36L${s * 150} 40`, '#f2eee8', 4, 0.8))}</g>`
}

function mug() {
  return `<g transform="translate(640 960)">
    ${line('M104 20C176 10 176 130 96 134', '#e9e2d6', 26)}
    ${shape('M-100 -40H110L92 240H-82Z', '#f7f1e6')}${shape('M40 -40H110L92 240H50Z', '#d9cfbf', 0.7)}
    <ellipse cx="5" cy="-40" rx="105" ry="26" fill="#e9e2d6"/><ellipse cx="5" cy="-38" rx="86" ry="18" fill="#7a4a2b"/>
    ${shape('M6 74C-30 40 -52 92 6 130C64 92 42 40 6 74Z', '#d4667a')}
    ${line('M-34 -96C-54 -130 -14 -150 -34 -190M30 -96C10 -130 50 -150 30 -190', '#ffffff', 12, 0.55)}</g>`
}

function guitar() {
  return `<g transform="translate(560 1130) rotate(-32)">
    ${shape('M-230 -20C-250 -150 -130 -190 -60 -140C-10 -110 40 -118 90 -134C190 -160 250 -90 240 -10C250 90 190 160 90 136C40 120 -10 116 -60 146C-130 196 -250 140 -230 -20Z', '#c77f3d')}
    ${shape('M-206 -18C-220 -124 -126 -160 -62 -116C-10 -84 42 -92 92 -108C170 -130 220 -76 214 -8C220 70 170 132 92 110C42 94 -10 90 -62 122C-126 166 -220 116 -206 -18Z', '#e3a35c')}
    <circle cx="70" cy="2" r="54" fill="#4a2a18"/><rect x="60" y="-22" width="500" height="46" fill="#5a3521"/>
    <rect x="-150" y="-46" width="30" height="96" rx="8" fill="#5a3521"/>
    ${line('M-136 -12H560M-136 0H560M-136 12H560', '#f2e6d0', 2.5, 0.9)}</g>`
}

function books() {
  const spine = (y: number, x: number, width: number, colour: string) =>
    `<rect x="${x}" y="${y}" width="${width}" height="58" rx="8" fill="${colour}"/><rect x="${x + 26}" y="${y + 12}" width="12" height="34" fill="#ffffff" opacity=".55"/>`
  return `<g transform="translate(430 930)">${spine(0, 60, 330, '#3f8f8b')}${spine(58, 30, 380, '#d9a441')}${spine(116, 70, 320, '#a8456b')}${spine(174, 20, 400, '#33435c')}${spine(232, 50, 360, '#e07a5f')}</g>`
}

function plant() {
  const leaf = (angle: number, length: number, colour: string) =>
    `<g transform="rotate(${angle})">${shape(`M0 0C-70 ${-length * 0.4} -60 ${-length * 0.8} 0 ${-length}C60 ${-length * 0.8} 70 ${-length * 0.4} 0 0Z`, colour)}${line(`M0 0V${-length * 0.86}`, '#ffffff', 4, 0.3)}</g>`
  return `<g transform="translate(190 1010)">${leaf(-62, 260, '#3d7a50')}${leaf(58, 270, '#3d7a50')}${leaf(-30, 330, '#4f8f63')}${leaf(28, 340, '#5aa070')}${leaf(0, 370, '#6bb07c')}
    ${shape('M-110 0H110L84 200H-84Z', '#c8704a')}${shape('M-124 -20H124V30H-124Z', '#d9845c')}</g>`
}

function camera() {
  return `<g transform="translate(450 1010)">
    ${line('M-180 -30C-230 -150 -190 -220 -150 -280M180 -30C230 -150 190 -220 150 -280', '#5a3a2c', 20)}
    <rect x="-200" y="-70" width="400" height="250" rx="34" fill="#2c2b33"/><rect x="-200" y="-20" width="400" height="130" fill="#6d4a38"/>
    <rect x="-90" y="-118" width="180" height="64" rx="18" fill="#3b3a44"/><rect x="118" y="-96" width="58" height="34" rx="10" fill="#c9c4bd"/>
    <circle cx="0" cy="56" r="112" fill="#17161b"/><circle cx="0" cy="56" r="84" fill="#3b3a44"/><circle cx="0" cy="56" r="56" fill="#1f3a52"/>
    <circle cx="-20" cy="34" r="18" fill="#ffffff" opacity=".6"/></g>`
}

function flowers() {
  const bloom = (x: number, y: number, colour: string, size: number) => {
    const petals = Array.from({ length: 6 }, (_, index) => {
      const angle = (index * Math.PI) / 3
      return circle(x + Math.cos(angle) * size * 0.8, y + Math.sin(angle) * size * 0.8, Math.round(size * 0.62), colour)
    })
    return `${petals.join('')}${circle(x, y, Math.round(size * 0.5), '#f6d365')}`
  }
  return `<g transform="translate(640 1000)">${line('M0 220L-90 -60M0 220L-10 -110M0 220L90 -70M0 220L40 10', '#4f8f63', 12)}
    ${bloom(-100, -90, '#e98a9c', 52)}${bloom(-6, -150, '#f3b562', 54)}${bloom(104, -96, '#b58ad6', 50)}${bloom(40, -20, '#f2ece2', 46)}${bloom(-46, 4, '#d4667a', 44)}
    ${shape('M-120 60L0 300L120 60C40 110 -40 110 -120 60Z', '#f3e4cf')}</g>`
}
