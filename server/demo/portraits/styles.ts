import { Avatar, Style } from '@dicebear/core'
import micahDefinition from '@dicebear/styles/micah.json' with { type: 'json' }
import notionistsDefinition from '@dicebear/styles/notionists.json' with { type: 'json' }
import peepsDefinition from '@dicebear/styles/open-peeps.json' with { type: 'json' }
import type { Rng } from '#server/demo/random.ts'
import { recoloured } from './recolour.ts'

/** Colours that a style needs to draw somebody. */
export interface Look {
  skin: string
  lips: string
  hair: string
  /** Lighter, for the strands and hats that a style draws inside the hair. */
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
  look: Look
  /** Deals what belongs to the face: the same on every picture. */
  face: Rng
  /** Deals clothes and expression: another on every picture. */
  mood: Rng
}

/** A drawn head and shoulders, to be set on a background. */
export interface Figure {
  /** A square `<svg>` whose lower edge cuts through the chest. */
  svg: string
  /** Side of that square on a picture 900 wide, chosen so that faces are about equally big in every style. */
  size: number
  /** Where the middle of the head is, in parts of `size`. */
  head: { x: number; y: number }
}

/** Outlines: a dark plum is softer than black. */
const INK = '#2a1a2e'

const micah = new Style(micahDefinition)

// These two are drawn in ink on paper. Here skin, hair, lips and clothes get colours of their own.
const peeps = new Style(
  recoloured(peepsDefinition, {
    head: { ink: 'hair', headContrast: 'hairLight' },
    facialHair: { ink: 'hair', headContrast: 'hairLight' },
  }),
)
const notionists = new Style(
  recoloured(notionistsDefinition, {
    head: { paper: 'skin' },
    hair: { ink: 'hair', paper: 'hairLight' },
    beard: { ink: 'hair', paper: 'hairLight' },
    clothes: { ink: 'clothesDark', paper: 'clothes' },
    mouth: { ink: 'lips' },
  }),
)

export function drawNotionist({ isMale, age, look, face, mood }: Model): Figure {
  const hair = face.pick(isMale ? notionistHair.male : notionistHair.female)
  const isCovered = scarves.includes(hair)
  const avatar = new Avatar(notionists, {
    hairVariant: hair,
    eyesVariant: face.pick(numbered('04 05 05')),
    eyebrowsVariant: face.pick(numbered('01 04 05 08 11 12')),
    noseVariant: face.pick(numbered('01 02 04 05 07 09 10 12 13 17 18 20')),
    beardVariant: face.pick(numbered('01 02 02 02 08 10 11 12')),
    beardProbability: percent(isMale && face.isTrue(0.5)),
    glassesVariant: mood.isTrue(0.1) ? mood.pick(numbered('01 06 09')) : face.pick(numbered('03 08 11')),
    glassesProbability: percent(wearsGlasses(age, face)),
    mouthVariant: mood.pick(numbered('03 14 17 22 23 25 30')),
    clothesVariant: mood.pick(numbered('01 03 05 07 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25')),
    clothesGraphicProbability: 0,
    gestureProbability: 0,
    skinColor: look.skin,
    lipsColor: isMale ? INK : look.lips,
    hairColor: isCovered ? look.scarf : look.hair,
    hairLightColor: isCovered ? look.scarfLight : look.hairLight,
    clothesColor: look.clothes,
    clothesDarkColor: look.clothesDark,
    inkColor: INK,
  })
  return { svg: avatar.toString(), size: 1480, head: { x: 0.49, y: 0.4 } }
}

const notionistHair = {
  male: numbered('01 03 05 06 07 09 12 13 15 16 17 18 21 22 24 25 26 27 31 32 33 34 35 38 40 49 52 53 54 55 56'),
  female: numbered('02 04 08 10 11 20 23 28 29 30 36 37 39 41 43 45 46 47 48 57 58 61 62 63'),
}
const scarves = numbered('61 62 63')

export function drawPeep({ isMale, age, look, face, mood }: Model): Figure {
  const avatar = new Avatar(peeps, {
    headVariant: face.pick(peepHeads[isMale ? 'male' : 'female'][look.isGrey ? 'grey' : 'young']),
    expressionVariant: mood.pick(['smile', 'smile', 'calm', 'cute']),
    facialHairVariant: face.pick(['chin', 'full', 'full2', 'full3', 'full4', 'goatee1', 'goatee2', 'moustache2']),
    facialHairProbability: percent(isMale && face.isTrue(0.45)),
    accessoriesVariant: face.pick(['glasses', 'glasses2', 'glasses3', 'glasses5']),
    accessoriesProbability: percent(wearsGlasses(age, face)),
    maskProbability: 0,
    skinColor: look.skin,
    hairColor: look.hair,
    hairLightColor: look.hairLight,
    clothingColor: look.clothes,
    inkColor: INK,
  })
  return { svg: avatar.toString(), size: 1000, head: { x: 0.52, y: 0.48 } }
}

const peepHeads = {
  female: {
    young: words(
      'bangs bangs2 long longBangs longCurly medium1 medium2 medium3 mediumBangs mediumBangs2 mediumBangs3 ' +
        'mediumStraight cornrows afro hijab grayMedium',
    ),
    grey: words('grayBun grayMedium'),
  },
  male: {
    young: words('short1 short2 short3 short4 short5 pomp shaved1 shaved2 flatTop dreads2 twists2 hatBeanie turban'),
    grey: words('grayShort grayShort noHair3'),
  },
}

export function drawMicah({ isMale, age, look, face, mood }: Model): Figure {
  const isBald = isMale && face.isTrue(age > 45 ? 0.4 : 0.1)
  const hair = face.pick(
    isMale ? ['fonze', 'fonze', 'fonze', 'dannyPhantom'] : ['full', 'pixie', 'full', 'pixie', 'turban'],
  )
  const avatar = new Avatar(micah, {
    hairVariant: isBald ? face.pick(['mrClean', 'dougFunny']) : hair,
    noseVariant: face.pick(['curve', 'pointed', 'tound']),
    eyebrowsVariant: isMale ? 'up' : face.pick(['eyelashesUp', 'eyelashesDown']),
    facialHairVariant: face.pick(['beard', 'scruff']),
    facialHairProbability: percent(isMale && face.isTrue(0.5)),
    glassesVariant: face.pick(['round', 'square']),
    glassesProbability: percent(wearsGlasses(age, face)),
    earringsProbability: percent(!isMale && face.isTrue(0.5)),
    eyesVariant: mood.pick(['eyes', 'eyes', 'smiling', 'round']),
    mouthVariant: mood.pick(['smile', 'laughing', 'smirk']),
    clothesVariant: mood.pick(['collared', 'crew', 'open']),
    baseColor: look.skin,
    hairColor: hair === 'turban' ? look.scarf : look.hair,
    facialHairColor: look.hair,
    shirtColor: look.clothes,
    glassesColor: INK,
    earringColor: '#e9b949',
    eyebrowsColor: INK,
    eyesColor: INK,
    mouthColor: INK,
  })
  return { svg: avatar.toString(), size: 1000, head: { x: 0.5, y: 0.42 } }
}

function wearsGlasses(age: number, face: Rng) {
  return face.isTrue(age > 45 ? 0.35 : 0.14)
}

function percent(isTrue: boolean) {
  return isTrue ? 100 : 0
}

function words(list: string): readonly [string, ...string[]] {
  const [first = '', ...others] = list.split(' ')
  return [first, ...others]
}

/** Variants of Notionists have numbers for names. */
function numbered(list: string): readonly [string, ...string[]] {
  const [first, ...others] = words(list)
  return [`variant${first}`, ...others.map((number) => `variant${number}`)]
}
