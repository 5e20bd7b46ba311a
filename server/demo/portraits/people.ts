import { createRng } from '#server/demo/random.ts'
import { appearanceOf, type Appearance, type Person } from './appearance.ts'
import { pickColours, renderClothes } from './clothes.ts'
import { renderFace } from './face.ts'
import { hairstyleOf, renderBeard, renderHair } from './hair.ts'
import { renderHead, renderNeck } from './head.ts'
import { both, line } from './strokes.ts'

/** Renders head and shoulders around the eyes at (0, 0). Clothes and expression depend on the variant. */
export function renderFigure(person: Person, variant: number) {
  const looks = appearanceOf(person)
  const rng = createRng(`mood ${person.seed} ${variant}`)
  const colours = pickColours(rng)
  const hair = renderHair(looks, colours.second)
  return `${hair.back}${renderNeck(looks)}${renderClothes(looks, rng, colours)}${hair.locks}
    ${renderHead(looks)}${renderBeard(looks)}${renderFace(looks, rng)}${hair.front}${renderGlasses(looks)}`
}

function renderGlasses({ glasses, eyes, head }: Appearance) {
  if (glasses === 'none') return ''
  const { width, height, radius } = {
    round: { width: 57, height: 57, radius: 57 },
    square: { width: 62, height: 47, radius: 18 },
    wide: { width: 66, height: 44, radius: 34 },
  }[glasses]
  return `${both((s) => `<rect x="${s * eyes.distance - width}" y="${4 - height}" width="${width * 2}" height="${height * 2}" rx="${radius}" fill="#ffffff" fill-opacity=".14" stroke="#33262d" stroke-width="8"/>`)}
    ${line(`M${-eyes.distance + width} 0C-10 -12 10 -12 ${eyes.distance - width} 0`, '#33262d', 8)}
    ${both((s) => line(`M${s * (eyes.distance + width)} -4L${s * (head.width + 4)} -10`, '#33262d', 8))}`
}

/** Returns what the portraits show of the fields of a profile. Hair under a scarf or hat has no colour. */
export function visibleTraitsOf(person: Person) {
  const looks = appearanceOf(person)
  const { front, cover } = hairstyleOf(looks)
  const hairColour = front ? looks.hairColour : ('none' as const)
  return { hairColour: cover ? null : hairColour, eyeColour: looks.eyeColour, bodyType: looks.bodyType }
}
