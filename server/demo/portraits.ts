import type { ProcessedImage } from '#server/platform/images/image-process.ts'
import type { Images } from '#server/platform/images/images.ts'
import { renderSvgAsJpeg } from '#server/platform/images/render-svg.ts'
import { createRng } from './random.ts'
import { BACKDROPS, renderBackdrop } from './portraits/backdrops.ts'
import { renderFigure, type Person } from './portraits/people.ts'
import { HEIGHT, WIDTH } from './portraits/shapes.ts'

/** One picture of one person. Variant 0 is the main photo; the others show the same face elsewhere, dressed otherwise. */
export interface Portrait {
  person: Person
  variant: number
}

const PORTRAIT_SIZE = { width: 600, height: 800 }
/** Painted small and blown up: a little out of focus, as behind a person on a photo, and four times as fast. */
const BACKDROP_SIZE = { width: 300, height: 400 }
/** Keeps two image processes and the drawing busy on two cores. */
const CONCURRENCY = 4

/**
 * Draws every portrait and sends it through the pipeline of real uploads. `deliver` is called as each is done, in no
 * fixed order.
 */
export async function producePortraits<Wish extends Portrait>(
  { images }: { images: Images },
  { wishes, deliver }: { wishes: Iterable<Wish>; deliver: (wish: Wish, image: ProcessedImage) => Promise<void> },
) {
  const queue = wishes[Symbol.iterator]()
  async function work() {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      await deliver(next.value, await images.process(await renderPortrait(next.value)))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}

/** Draws a portrait, 3:4, as JPEG: what a member would upload. The same wish gives the same bytes. */
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

/** Height of the middle of a face, of 1200. */
const HEAD_CENTER_Y = 540

function mirrored(isMirrored: boolean) {
  return isMirrored ? `transform="translate(${WIDTH} 0) scale(-1 1)"` : ''
}

const backdrops = new Map<number, Promise<string>>()

/** A backdrop as a data URL, painted once. */
function backdropImage(number: number) {
  const cached = backdrops.get(number) ?? renderBackdropImage(number)
  backdrops.set(number, cached)
  return cached
}

async function renderBackdropImage(number: number) {
  const bytes = await renderSvgAsJpeg(renderBackdrop(number, BACKDROP_SIZE), { quality: 92, isFullColour: true })
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}
