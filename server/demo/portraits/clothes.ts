import type { Rng } from '#server/demo/random.ts'
import type { Appearance } from './appearance.ts'
import { mix } from './face.ts'
import { both, line, shape } from './strokes.ts'

const colours: [string, ...string[]] = [
  '#c8553d',
  '#e07a5f',
  '#d4667a',
  '#a8456b',
  '#8a5aa5',
  '#5e60a8',
  '#3d6fa5',
  '#5e97b8',
  '#3f8f8b',
  '#4f8f63',
  '#8da253',
  '#d9a441',
  '#f0c766',
  '#f3e4cf',
  '#f7f2ea',
  '#4b3b47',
  '#33435c',
  '#a06a4b',
  '#2f3e46',
  '#e9b7a9',
]
const kinds = {
  female: ['crew', 'crew', 'vneck', 'blouse', 'turtleneck', 'straps', 'blazer', 'stripes', 'wide', 'hoodie', 'denim'],
  male: ['crew', 'crew', 'vneck', 'shirt', 'shirt', 'turtleneck', 'blazer', 'stripes', 'hoodie', 'denim', 'polo'],
} as const

/** Returns the colour of the clothes on a photo, which a hat or scarf shares. */
export function pickColours(rng: Rng) {
  return { main: rng.pick(colours), second: rng.pick(colours) }
}

/** Renders shoulders and clothes, down to y = 1250. */
export function renderClothes(looks: Appearance, rng: Rng, { main, second }: { main: string; second: string }) {
  const { gender, skin, head } = looks
  const kind = rng.pick(gender === 'female' ? kinds.female : kinds.male)
  const n = head.length + 112
  const shoulder = (gender === 'female' ? 322 : 392) + { slim: -18, normal: 0, fat: 46 }[looks.bodyType]
  const dark = mix(main, '#20141f')
  const light = mix(main, '#ffffff')
  const body = (neck: number, top: number) =>
    `M${-neck} ${top}C${-neck - 70} ${n + 22} ${-shoulder} ${n + 44} ${-shoulder - 16} ${n + 170}C${-shoulder - 44} ${n + 340} ${-shoulder - 60} ${n + 620} ${-shoulder - 66} 1300H${shoulder + 66}C${shoulder + 60} ${n + 620} ${shoulder + 44} ${n + 340} ${shoulder + 16} ${n + 170}C${shoulder} ${n + 44} ${neck + 70} ${n + 22} ${neck} ${top}`
  const dip = (depth: number, neck: number) =>
    `C${neck * 0.8} ${n + depth} ${-neck * 0.8} ${n + depth} ${-neck} ${n - 30}Z`
  const folds = both((s) =>
    line(
      `M${s * (shoulder - 62)} ${n + 210}C${s * (shoulder - 78)} ${n + 330} ${s * (shoulder - 66)} ${n + 500} ${s * (shoulder - 58)} 1300`,
      dark,
      7,
      0.55,
    ),
  )
  const gradient = `<linearGradient id="cloth"><stop offset=".5" stop-color="${dark}" stop-opacity="0"/>
    <stop offset="1" stop-color="${dark}" stop-opacity=".55"/></linearGradient>`
  const bare = shape(`${body(118, n - 34)}Z`, skin.base)
  const top = (path: string) => `${shape(path, main)}${gradient}${shape(path, 'url(#cloth)')}${folds}`

  switch (kind) {
    case 'crew':
      return `${bare}${top(body(122, n - 32) + dip(66, 122))}${line(`M-122 ${n - 30}C-98 ${n + 66} 98 ${n + 66} 122 ${n - 30}`, dark, 15, 0.6)}`
    case 'wide':
      return `${bare}${top(`${body(214, n + 4)}C150 ${n + 110} -150 ${n + 110} -214 ${n + 4}Z`)}${line(`M-214 ${n + 6}C-150 ${n + 110} 150 ${n + 110} 214 ${n + 6}`, light, 10, 0.6)}`
    case 'vneck':
      return `${bare}${top(`${body(124, n - 34)}L0 ${n + 150}Z`)}${line(`M-124 ${n - 32}L0 ${n + 150}L124 ${n - 32}`, dark, 15, 0.6)}`
    case 'turtleneck':
      return `${top(`${body(124, n - 100)}Z`)}${shape(`M-112 ${n - 118}C-60 ${n - 76} 60 ${n - 76} 112 ${n - 118}L122 ${n - 10}C60 ${n + 34} -60 ${n + 34} -122 ${n - 10}Z`, mix(main, light))}${line(`M-122 ${n - 8}C-60 ${n + 36} 60 ${n + 36} 122 ${n - 8}`, dark, 7, 0.55)}`
    case 'stripes':
      return `${bare}<clipPath id="top"><path d="${body(124, n - 32) + dip(70, 124)}"/></clipPath>${shape(body(124, n - 32) + dip(70, 124), '#f6efe6')}
        <g clip-path="url(#top)">${Array.from({ length: 10 }, (_, i) => `<rect x="-520" y="${n + 36 + i * 74}" width="1040" height="34" fill="${main}"/>`).join('')}${folds}</g>`
    case 'straps':
      return `${bare}${both((s) => line(`M${s * 178} ${n + 20}L${s * 196} ${n + 180}`, main, 34))}
        ${shape(`M-222 ${n + 170}C-120 ${n + 120} -60 ${n + 210} 0 ${n + 200}C60 ${n + 210} 120 ${n + 120} 222 ${n + 170}L${shoulder - 40} ${n + 330}L${shoulder - 20} 1300H${-shoulder + 20}L${-shoulder + 40} ${n + 330}Z`, main)}
        ${both((s) => line(`M${s * 60} ${n + 44}C${s * 100} ${n + 30} ${s * 150} ${n + 34} ${s * 190} ${n + 22}`, skin.dark, 5, 0.5))}`
    case 'hoodie':
      return `${shape(`M-196 ${n - 80}C-260 ${n + 20} -220 ${n + 100} 0 ${n + 130}C220 ${n + 100} 260 ${n + 20} 196 ${n - 80}Z`, dark)}${top(`${body(140, n - 20)}C110 ${n + 120} -110 ${n + 120} -140 ${n - 20}Z`)}
        ${both((s) => line(`M${s * 62} ${n + 76}V${n + 236}`, '#f7f2ea', 9))}`
    case 'polo':
    case 'shirt':
    case 'blouse': {
      const collar = both(
        (s) =>
          shape(`M${s * 126} ${n - 52}L${s * 20} ${n + 66}L${s * 106} ${n + 128}L${s * 176} ${n - 6}Z`, light) +
          line(`M${s * 20} ${n + 66}L${s * 106} ${n + 128}L${s * 176} ${n - 6}`, dark, 5, 0.5),
      )
      const buttons = Array.from(
        { length: kind === 'polo' ? 2 : 6 },
        (_, i) => `<circle cx="0" cy="${n + 148 + i * 110}" r="8" fill="${dark}"/>`,
      ).join('')
      return `${bare}${top(`${body(126, n - 36)}L0 ${n + 92}Z`)}${line(`M0 ${n + 92}V${kind === 'polo' ? n + 300 : 1300}`, dark, 5, 0.6)}${buttons}${collar}`
    }
    case 'blazer':
    case 'denim': {
      const jacket = kind === 'denim' ? '#4a6788' : mix(main, '#2a2233')
      const inner = kind === 'denim' ? second : '#f6efe6'
      return `${bare}${shape(body(122, n - 32) + dip(84, 122), inner)}
        ${both((s) => shape(`M${s * 118} ${n - 40}C${s * 190} ${n + 22} ${s * shoulder} ${n + 44} ${s * (shoulder + 16)} ${n + 170}C${s * (shoulder + 44)} ${n + 340} ${s * (shoulder + 60)} ${n + 620} ${s * (shoulder + 66)} 1300H${s * 50}C${s * 30} ${n + 500} ${s * 60} ${n + 300} ${s * 118} ${n - 40}Z`, jacket))}
        ${both((s) => shape(`M${s * 112} ${n - 46}C${s * 76} ${n + 120} ${s * 60} ${n + 260} ${s * 48} ${n + 420}L${s * 176} ${n + 210}L${s * 152} ${n + 150}L${s * 214} ${n + 130}C${s * 180} ${n + 40} ${s * 160} ${n} ${s * 112} ${n - 46}Z`, mix(jacket, '#ffffff'), 0.35))}
        ${both((s) => line(`M${s * (shoulder - 62)} ${n + 220}C${s * (shoulder - 76)} ${n + 400} ${s * (shoulder - 60)} ${n + 600} ${s * (shoulder - 52)} 1300`, '#20141f', 6, 0.4))}`
    }
  }
}
