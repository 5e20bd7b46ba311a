import { Avatar, Style } from '@dicebear/core'
import micahDefinition from '@dicebear/styles/micah.json' with { type: 'json' }
import notionistsDefinition from '@dicebear/styles/notionists.json' with { type: 'json' }
import peepsDefinition from '@dicebear/styles/open-peeps.json' with { type: 'json' }
import type { Rng } from '#server/demo/random.ts'
import { recolour } from './recolour.ts'

/** Colours that a style needs to render a person. */
export interface Colours {
  skin: string
  lips: string
  hair: string
  /** Lighter colour for strands and hats inside the hair. */
  hairLight: string
  isGrey: boolean
  clothes: string
  clothesDark: string
  scarf: string
  scarfLight: string
}

export interface Model {
  isMale: boolean
  age: number
  colours: Colours
  /** Decides the face: the same on every photo of a person. */
  faceRng: Rng
  /** Decides clothes and expression: different on every photo. */
  variantRng: Rng
}

/** Head and shoulders of a person, to be placed on a background. */
export interface Figure {
  /** A square `<svg>` whose lower edge cuts through the chest. */
  svg: string
  /** Side of that square in units of the scene: gives faces about the same size in every style. */
  size: number
  /** Centre of the head, as fractions of `size`. */
  head: { x: number; y: number }
}

/** Colour of outlines: dark plum, softer than black. */
const INK = '#2a1a2e'

const micah = new Style(micahDefinition)

// These two styles only have ink and paper. Recolouring gives skin, hair, lips and clothes their own colours.
const peeps = new Style(
  recolour(peepsDefinition, {
    head: { ink: 'hair', headContrast: 'hairLight' },
    facialHair: { ink: 'hair', headContrast: 'hairLight' },
  }),
)
const notionists = new Style(
  recolour(notionistsDefinition, {
    head: { paper: 'skin' },
    hair: { ink: 'hair', paper: 'hairLight' },
    beard: { ink: 'hair', paper: 'hairLight' },
    clothes: { ink: 'clothesDark', paper: 'clothes' },
    mouth: { ink: 'lips' },
  }),
)

export function renderNotionist({ isMale, age, colours, faceRng, variantRng }: Model): Figure {
  const hair = faceRng.pick(isMale ? notionistHair.male : notionistHair.female)
  const isCovered = scarves.includes(hair)
  const avatar = new Avatar(notionists, {
    hairVariant: hair,
    eyesVariant: faceRng.pick(numbered('04 05 05')),
    eyebrowsVariant: faceRng.pick(numbered('01 04 05 08 11 12')),
    noseVariant: faceRng.pick(numbered('01 02 04 05 07 09 10 12 13 17 18 20')),
    beardVariant: faceRng.pick(numbered('01 02 02 02 08 10 11 12')),
    beardProbability: percent(isMale && faceRng.isTrue(0.5)),
    glassesVariant: variantRng.isTrue(0.1) ? variantRng.pick(numbered('01 06 09')) : faceRng.pick(numbered('03 08 11')),
    glassesProbability: percent(wearsGlasses(age, faceRng)),
    mouthVariant: variantRng.pick(numbered('03 14 17 22 23 25 30')),
    clothesVariant: variantRng.pick(numbered('01 03 05 07 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25')),
    clothesGraphicProbability: 0,
    gestureProbability: 0,
    skinColor: colours.skin,
    lipsColor: isMale ? INK : colours.lips,
    hairColor: isCovered ? colours.scarf : colours.hair,
    hairLightColor: isCovered ? colours.scarfLight : colours.hairLight,
    clothesColor: colours.clothes,
    clothesDarkColor: colours.clothesDark,
    inkColor: INK,
  })
  return { svg: avatar.toString(), size: 1480, head: { x: 0.49, y: 0.4 } }
}

const notionistHair = {
  male: numbered('01 03 05 06 07 09 12 13 15 16 17 18 21 22 24 25 26 27 31 32 33 34 35 38 40 49 52 53 54 55 56'),
  female: numbered('02 04 08 10 11 20 23 28 29 30 36 37 39 41 43 45 46 47 48 57 58 61 62 63'),
}
const scarves = numbered('61 62 63')

export function renderPeep({ isMale, age, colours, faceRng, variantRng }: Model): Figure {
  const avatar = new Avatar(peeps, {
    headVariant: faceRng.pick(peepHeads[isMale ? 'male' : 'female'][colours.isGrey ? 'grey' : 'young']),
    expressionVariant: variantRng.pick(['smile', 'smile', 'calm', 'cute']),
    facialHairVariant: faceRng.pick(['chin', 'full', 'full2', 'full3', 'full4', 'goatee1', 'goatee2', 'moustache2']),
    facialHairProbability: percent(isMale && faceRng.isTrue(0.45)),
    accessoriesVariant: faceRng.pick(['glasses', 'glasses2', 'glasses3', 'glasses5']),
    accessoriesProbability: percent(wearsGlasses(age, faceRng)),
    maskProbability: 0,
    skinColor: colours.skin,
    hairColor: colours.hair,
    hairLightColor: colours.hairLight,
    clothingColor: colours.clothes,
    inkColor: INK,
  })
  return { svg: avatar.toString(), size: 1000, head: { x: 0.52, y: 0.48 } }
}

const peepHeads = {
  female: {
    young: splitNames(
      'bangs bangs2 long longBangs longCurly medium1 medium2 medium3 mediumBangs mediumBangs2 mediumBangs3 ' +
        'mediumStraight cornrows afro hijab grayMedium',
    ),
    grey: splitNames('grayBun grayMedium'),
  },
  male: {
    young: splitNames(
      'short1 short2 short3 short4 short5 pomp shaved1 shaved2 flatTop dreads2 twists2 hatBeanie turban',
    ),
    grey: splitNames('grayShort grayShort noHair3'),
  },
}

export function renderMicah({ isMale, age, colours, faceRng, variantRng }: Model): Figure {
  const isBald = isMale && faceRng.isTrue(age > 45 ? 0.4 : 0.1)
  const hair = faceRng.pick(
    isMale ? ['fonze', 'fonze', 'fonze', 'dannyPhantom'] : ['full', 'pixie', 'full', 'pixie', 'turban'],
  )
  const avatar = new Avatar(micah, {
    hairVariant: isBald ? faceRng.pick(['mrClean', 'dougFunny']) : hair,
    noseVariant: faceRng.pick(['curve', 'pointed', 'tound']),
    eyebrowsVariant: isMale ? 'up' : faceRng.pick(['eyelashesUp', 'eyelashesDown']),
    facialHairVariant: faceRng.pick(['beard', 'scruff']),
    facialHairProbability: percent(isMale && faceRng.isTrue(0.5)),
    glassesVariant: faceRng.pick(['round', 'square']),
    glassesProbability: percent(wearsGlasses(age, faceRng)),
    earringsProbability: percent(!isMale && faceRng.isTrue(0.5)),
    eyesVariant: variantRng.pick(['eyes', 'eyes', 'smiling', 'round']),
    mouthVariant: variantRng.pick(['smile', 'laughing', 'smirk']),
    clothesVariant: variantRng.pick(['collared', 'crew', 'open']),
    baseColor: colours.skin,
    hairColor: hair === 'turban' ? colours.scarf : colours.hair,
    facialHairColor: colours.hair,
    shirtColor: colours.clothes,
    glassesColor: INK,
    earringColor: '#e9b949',
    eyebrowsColor: INK,
    eyesColor: INK,
    mouthColor: INK,
  })
  return { svg: avatar.toString(), size: 1000, head: { x: 0.5, y: 0.42 } }
}

function wearsGlasses(age: number, faceRng: Rng) {
  return faceRng.isTrue(age > 45 ? 0.35 : 0.14)
}

function percent(isTrue: boolean) {
  return isTrue ? 100 : 0
}

function splitNames(list: string): readonly [string, ...string[]] {
  const [first = '', ...others] = list.split(' ')
  return [first, ...others]
}

/** Expands numbers to variant names of Notionists. */
function numbered(list: string): readonly [string, ...string[]] {
  const [first, ...others] = splitNames(list)
  return [`variant${first}`, ...others.map((number) => `variant${number}`)]
}
