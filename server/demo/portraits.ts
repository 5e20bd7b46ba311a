import { renderSvgAsJpeg } from '#server/platform/images/render-svg.ts'
import { getOrLoad } from '#server/platform/load-once.ts'
import { createRng, type Rng } from './random.ts'
import { BACKDROPS, renderBackdrop } from './portraits/backdrops.ts'
import type { Person } from './portraits/appearance.ts'
import { renderFigure } from './portraits/people.ts'
import { propOf, props } from './portraits/props.ts'
import { HEIGHT, WIDTH } from './portraits/shapes.ts'

/** One photo of a person: 0 is the portrait, 1 is taken from further away, 2 shows what they like. */
export interface Portrait {
  person: Person
  variant: number
}

const PORTRAIT_SIZE = { width: 600, height: 800 }
/** Rendered small and enlarged: slightly out of focus like a photo's background, and four times as fast. */
const BACKDROP_SIZE = { width: 300, height: 400 }

/** Renders a portrait, 3:4, as the JPEG that a member would upload. The same input gives the same bytes. */
export async function renderPortrait(portrait: Portrait): Promise<Buffer> {
  const { backdrop, scene } = composePortrait(portrait)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PORTRAIT_SIZE.width}" height="${PORTRAIT_SIZE.height}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    ${scene(await backdropImage(backdrop))}</svg>`
  return renderSvgAsJpeg(svg, { quality: 90 })
}

/** Returns the number of the backdrop of a portrait, and the elements in front of its image. */
export function composePortrait({ person, variant }: Portrait) {
  const rng = createRng(`place ${person.seed} ${variant}`)
  const backdrop = Math.floor(rng.between(0, BACKDROPS))
  const side = rng.isTrue(0.5) ? `transform="translate(${WIDTH} 0) scale(-1 1)"` : ''
  const { x, y, scale, tilt } = placeFigure(variant, rng)
  const figure = renderFigure(person, variant)
  const prop = variant === PROP_VARIANT ? props[propOf(person.interests ?? [], rng)]() : ''
  return {
    backdrop,
    scene: (image: string) => `<image width="${WIDTH}" height="${HEIGHT}" href="${image}" ${side}/>
    <g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${tilt.toFixed(2)}) scale(${scale.toFixed(3)})">${figure}</g>
    ${prop}`,
  }
}

/** Height of the eyes on a portrait, as a fraction of its height: on one line in every list. */
const EYE_LINE = 0.38
/** The photo on which a person has something that they like. */
const PROP_VARIANT = 2

/** Returns where the middle of the eyes is, and how large the figure is there. */
function placeFigure(variant: number, rng: Rng) {
  const tilt = rng.between(-2.5, 2.5)
  if (variant === 0) {
    return { x: WIDTH / 2 + rng.between(-12, 12), y: HEIGHT * EYE_LINE, scale: rng.between(0.98, 1.05), tilt }
  }
  if (variant === 1) {
    return { x: WIDTH / 2 + rng.between(-90, 90), y: HEIGHT * 0.34, scale: rng.between(0.7, 0.78), tilt: 2 * tilt }
  }
  return { x: WIDTH / 2 + rng.between(-40, 40), y: HEIGHT * 0.36, scale: rng.between(0.82, 0.9), tilt }
}

const backdrops = new Map<number, Promise<string>>()

/** Returns a backdrop as a data URL. Each is rendered once. */
function backdropImage(number: number) {
  return getOrLoad(backdrops, number, () => renderBackdropImage(number))
}

async function renderBackdropImage(number: number) {
  const bytes = await renderSvgAsJpeg(renderBackdrop(number, BACKDROP_SIZE), { quality: 92, isFullColour: true })
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}
