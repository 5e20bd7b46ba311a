import { renderSvgAsJpeg } from '#server/platform/images/render-svg.ts'
import { getOrLoad } from '#server/platform/load-once.ts'
import { createRng } from './random.ts'
import { BACKDROPS, renderBackdrop } from './portraits/backdrops.ts'
import { renderFigure, type Person } from './portraits/people.ts'
import { HEIGHT, WIDTH } from './portraits/shapes.ts'

/** One photo of a person. Variant 0 is the main one; others show the face in other clothes and places. */
export interface Portrait {
  person: Person
  variant: number
}

const PORTRAIT_SIZE = { width: 600, height: 800 }
/** Rendered small and enlarged: slightly out of focus like a photo's background, and four times as fast. */
const BACKDROP_SIZE = { width: 300, height: 400 }
/** Renders a portrait, 3:4, as the JPEG that a member would upload. The same input gives the same bytes. */
export async function renderPortrait({ person, variant }: Portrait): Promise<Buffer> {
  const rng = createRng(`place ${person.seed} ${variant}`)
  const backdrop = await backdropImage(Math.floor(rng.between(0, BACKDROPS)))
  const backdropSide = mirrored(rng.isTrue(0.5))
  const figureSide = mirrored(rng.isTrue(0.5))
  const figure = renderFigure(person, variant)
  const size = Math.round(figure.size * rng.between(0.92, 1.06))
  const x = Math.round(WIDTH / 2 - figure.head.x * size + rng.between(-30, 30))
  // The lower edge of the figure must not show.
  const y = Math.max(HEIGHT - size, Math.round(HEAD_CENTER_Y - figure.head.y * size))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PORTRAIT_SIZE.width}" height="${PORTRAIT_SIZE.height}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <image width="${WIDTH}" height="${HEIGHT}" href="${backdrop}" ${backdropSide}/>
    <g ${figureSide}>${figure.svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${size}" height="${size}" overflow="visible" `)}</g></svg>`
  return renderSvgAsJpeg(svg, { quality: 90 })
}

/** Vertical centre of a face, in units of the scene. */
const HEAD_CENTER_Y = 540

function mirrored(isMirrored: boolean) {
  return isMirrored ? `transform="translate(${WIDTH} 0) scale(-1 1)"` : ''
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
