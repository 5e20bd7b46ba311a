import { createRng, type Rng } from '#server/demo/random.ts'
import { renderMicah, renderNotionist, renderPeep, type Figure, type Colours } from './styles.ts'

const styles = { notionist: renderNotionist, peep: renderPeep, micah: renderMicah }

/** What stays the same on all photos of a person. */
export interface Person {
  seed: string
  gender: 'female' | 'male'
  /** In years. Grey hair and glasses become more frequent with age. */
  age: number
  style?: keyof typeof styles
}

/** Renders a person. The face depends on the person only, clothes and expression also on the variant. */
export function renderFigure({ seed, gender, age, style }: Person, variant: number): Figure {
  const faceRng = createRng(`face ${gender} ${seed}`)
  const variantRng = createRng(`mood ${seed} ${variant}`)
  // Weighted by the number of different people that a style can render.
  const randomStyle = faceRng.pick([
    'notionist',
    'notionist',
    'notionist',
    'notionist',
    'notionist',
    'peep',
    'peep',
    'micah',
  ])
  return styles[style ?? randomStyle]({
    isMale: gender === 'male',
    age,
    colours: coloursOf(age, faceRng, variantRng),
    faceRng,
    variantRng,
  })
}

const skins = [
  { skin: '#fbdcc8', lips: '#b4434f' },
  { skin: '#f6cdb1', lips: '#a83b47' },
  { skin: '#eebd99', lips: '#9c3a3f' },
  { skin: '#e0a87e', lips: '#8f3238' },
  { skin: '#cc9166', lips: '#842c33' },
  { skin: '#b17a52', lips: '#73242d' },
  { skin: '#93603f', lips: '#611d27' },
  { skin: '#7a4d33', lips: '#521722' },
] as const

type Shades = readonly [hair: string, light: string]
const dark: [Shades, ...Shades[]] = [
  ['#241b20', '#4b3a40'],
  ['#2e211f', '#594238'],
  ['#3c2a22', '#6b4b38'],
]
const light: [Shades, ...Shades[]] = [
  ['#4a3226', '#7d573d'],
  ['#6b452c', '#9c6c45'],
  ['#8f5f38', '#bd8a56'],
  ['#b98a4e', '#dcb677'],
  ['#d9b26a', '#f0d79c'],
  ['#9c4a26', '#c97343'],
  ['#b9602f', '#df8d52'],
  ['#33241f', '#5f463a'],
]
const grey: [Shades, ...Shades[]] = [
  ['#77706f', '#a29b98'],
  ['#9b9491', '#c4bdb9'],
  ['#c3bcb6', '#e4ded8'],
  ['#e2dcd5', '#f7f3ee'],
]
const clothes: [Shades, ...Shades[]] = [
  ['#c8553d', '#7c2f23'],
  ['#e07a5f', '#96432f'],
  ['#d4667a', '#863347'],
  ['#a8456b', '#642441'],
  ['#8a5aa5', '#4f2f66'],
  ['#5e60a8', '#33356b'],
  ['#3d6fa5', '#1f3f66'],
  ['#5e97b8', '#2b5470'],
  ['#3f8f8b', '#1e5451'],
  ['#4f8f63', '#28543a'],
  ['#8da253', '#52622a'],
  ['#d9a441', '#8a6120'],
  ['#f0c766', '#a37a27'],
  ['#f6ead8', '#8c7a63'],
  ['#fbf7f0', '#857b74'],
  ['#4b3b47', '#2a1f28'],
  ['#33435c', '#1a2436'],
  ['#a06a4b', '#5f3a26'],
]

function coloursOf(age: number, faceRng: Rng, variantRng: Rng): Colours {
  const tone = faceRng.next() ** 1.25 * skins.length
  const isGrey = faceRng.isTrue(Math.min(0.9, (age - 40) / 25))
  const natural = faceRng.pick(tone < 3.5 ? light : dark)
  const [hair, hairLight] = isGrey ? faceRng.pick(grey) : natural
  const [cloth, clothesDark] = variantRng.pick(clothes)
  const [scarfLight, scarf] = variantRng.pick(clothes)
  return {
    ...(skins[Math.floor(tone)] ?? skins[0]),
    hair,
    hairLight,
    isGrey,
    clothes: cloth,
    clothesDark,
    scarf,
    scarfLight,
  }
}
