import type { Interest } from '#contract/settings/schemas.ts'
import { createRng, type Rng } from '#server/demo/random.ts'

/** What stays the same on all photos of a person. */
export interface Person {
  seed: string
  gender: 'female' | 'male'
  /** In years. Grey hair, glasses and lines become more frequent with age. */
  age: number
  interests?: readonly Interest[]
}

/** Colours of a surface: in light, in shadow, and where light falls on it. */
export interface Shades {
  base: string
  dark: string
  light: string
}

/** How a person looks on all photos. Lengths are in units of the figure, whose eyes are at (0, 0). */
export interface Appearance {
  gender: 'female' | 'male'
  age: number
  /** From 0, the lightest skin, to 7. */
  tone: number
  skin: Shades & { lips: string; blush: string }
  hairColour: 'black' | 'brown' | 'blond' | 'red' | 'grey'
  hair: Shades
  eyeColour: 'brown' | 'blue' | 'green' | 'grey' | 'hazel'
  iris: string
  bodyType: 'slim' | 'normal' | 'fat'
  /** Half the width of the head at the temples, of the jaw and of the chin. */
  head: { width: number; jaw: number; chin: number; length: number }
  eyes: { distance: number; size: number; tilt: number }
  brows: { thickness: number; arch: number; height: number }
  nose: { width: number; length: number; kind: 'soft' | 'straight' | 'round' }
  mouth: { width: number; fullness: number }
  hairstyle: number
  beard: 'none' | 'stubble' | 'moustache' | 'goatee' | 'full'
  glasses: 'none' | 'round' | 'square' | 'wide'
  hasFreckles: boolean
  earrings: 'none' | 'stud' | 'hoop'
}

const skins = [
  { base: '#fbdcc6', dark: '#eab797', light: '#fff0e2', lips: '#c8616a', blush: '#f08f86' },
  { base: '#f7cfb0', dark: '#e2a67f', light: '#ffe6d0', lips: '#bb5560', blush: '#ea8176' },
  { base: '#efbf98', dark: '#d29566', light: '#fcdcbd', lips: '#ad4b52', blush: '#dd7565' },
  { base: '#e2a97c', dark: '#bf8050', light: '#f3c8a2', lips: '#9e4146', blush: '#cc6654' },
  { base: '#c98d60', dark: '#a2693f', light: '#dfae85', lips: '#8a363a', blush: '#b35a44' },
  { base: '#ab7149', dark: '#84512f', light: '#c4916a', lips: '#7a2f33', blush: '#97482f' },
  { base: '#8a5738', dark: '#653b23', light: '#a87555', lips: '#6b282c', blush: '#7d3a2a' },
  { base: '#6d432c', dark: '#4d2c1b', light: '#8d6147', lips: '#5c2226', blush: '#672e22' },
] as const

const hairShades: Record<Appearance['hairColour'], [Shades, ...Shades[]]> = {
  black: [
    { base: '#2b2126', dark: '#171114', light: '#4d3c44' },
    { base: '#322420', dark: '#1c1311', light: '#57403a' },
  ],
  brown: [
    { base: '#54382a', dark: '#382319', light: '#7d583f' },
    { base: '#6f4a31', dark: '#4c301e', light: '#98694a' },
    { base: '#875d3c', dark: '#5f3f27', light: '#b18256' },
  ],
  blond: [
    { base: '#c79a58', dark: '#9a7139', light: '#e3c086' },
    { base: '#dcb877', dark: '#b08b4c', light: '#f2d9a6' },
    { base: '#e8cd97', dark: '#bf9f66', light: '#f8e8c4' },
  ],
  red: [
    { base: '#a24b26', dark: '#743116', light: '#c9713f' },
    { base: '#c06634', dark: '#8d4520', light: '#e08f5a' },
  ],
  grey: [
    { base: '#8f8a8a', dark: '#6b6667', light: '#b4afae' },
    { base: '#b7b1ae', dark: '#8f8987', light: '#d5d0cd' },
    { base: '#dcd7d2', dark: '#b1aba6', light: '#f2efec' },
  ],
}

const irises = {
  brown: '#5b3a24',
  hazel: '#8a6a35',
  green: '#5f8a5b',
  blue: '#4f83b3',
  grey: '#7b8a94',
} as const

/** Returns how a person looks. The same person always looks the same. */
export function appearanceOf({ seed, gender, age }: Person): Appearance {
  const rng = createRng(`looks ${gender} ${seed}`)
  const isMale = gender === 'male'
  const tone = Math.floor(rng.next() ** 1.3 * skins.length)
  const hairColour = hairColourOf(rng, { tone, age })
  const eyeColour = eyeColourOf(rng, tone)
  const bodyType = rng.pick(['slim', 'normal', 'normal', 'fat'])
  const fullness = { slim: -10, normal: 0, fat: 16 }[bodyType]
  return {
    gender,
    age,
    tone,
    skin: skins[tone] ?? skins[0],
    hairColour,
    hair: rng.pick(hairShades[hairColour]),
    eyeColour,
    iris: irises[eyeColour],
    bodyType,
    head: {
      width: rng.between(190, 204) + fullness / 2,
      jaw: (isMale ? rng.between(150, 176) : rng.between(128, 152)) + fullness,
      chin: isMale ? rng.between(68, 96) : rng.between(44, 66),
      length: isMale ? rng.between(262, 290) : rng.between(248, 272),
    },
    eyes: { distance: rng.between(79, 90), size: rng.between(1.02, 1.2), tilt: rng.between(-4, 6) },
    brows: {
      thickness: isMale ? rng.between(14, 21) : rng.between(8, 14),
      arch: isMale ? rng.between(4, 14) : rng.between(10, 22),
      height: isMale ? rng.between(42, 50) : rng.between(50, 60),
    },
    nose: {
      width: isMale ? rng.between(24, 36) : rng.between(19, 29),
      length: rng.between(84, 104),
      kind: rng.pick(['soft', 'straight', 'round']),
    },
    mouth: { width: rng.between(58, 76), fullness: isMale ? rng.between(0.5, 0.85) : rng.between(0.85, 1.35) },
    hairstyle: rng.next(),
    beard: isMale ? rng.pick(['none', 'none', 'stubble', 'stubble', 'moustache', 'goatee', 'full', 'full']) : 'none',
    glasses: rng.isTrue(age > 45 ? 0.42 : 0.18) ? rng.pick(['round', 'square', 'wide']) : 'none',
    hasFreckles: tone < 4 && rng.isTrue(hairColour === 'red' ? 0.6 : 0.14),
    earrings: isMale ? 'none' : rng.pick(['none', 'none', 'stud', 'hoop']),
  }
}

function hairColourOf(rng: Rng, { tone, age }: { tone: number; age: number }) {
  if (rng.isTrue(Math.min(0.92, (age - 40) / 26))) return 'grey'
  if (tone > 4) return 'black'
  if (tone > 2) return rng.pick(['black', 'black', 'brown'])
  return rng.pick(['brown', 'brown', 'brown', 'blond', 'blond', 'black', 'red'])
}

function eyeColourOf(rng: Rng, tone: number) {
  if (tone > 3) return 'brown'
  return rng.pick(['brown', 'brown', 'blue', 'blue', 'green', 'grey', 'hazel'])
}
