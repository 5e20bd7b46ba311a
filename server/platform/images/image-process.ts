/**
 * The child process that decodes what strangers upload. Started by images.ts with no environment, no rights to files
 * beyond its own code, and limits on memory and time: whatever a broken or hostile picture does to it stays here.
 * One picture in, all its sizes out, nothing else.
 */
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { PHOTO_MAX_PIXELS, PHOTO_MIN_SIDE_PX } from '#contract/limits.ts'
import type { PhotoSize } from '#contract/profiles.ts'

export interface Rendition {
  /** WebP, without any metadata. */
  bytes: Uint8Array
  width: number
  height: number
}

export interface ProcessedImage {
  /** Of the largest rendition, in pixels, upright. */
  width: number
  height: number
  /** Base64, of the whole picture. */
  thumbhash: string
  sizes: Record<PhotoSize, Rendition>
}

export type ImageRejection = 'profiles.photo_not_an_image' | 'profiles.photo_too_large' | 'profiles.photo_too_small'

export type ImageReply = { image: ProcessedImage } | { refusal: ImageRejection }

const LARGE_SIDE = 1440
const TILE = { width: 480, height: 640 }
const THUMB = { width: 240, height: 320 }
const LOCKED = { width: 144, height: 192 }
/** What is left of a locked photo before it is blown up: a few dozen blurred dots, no way back to a face. */
const LOCKED_GRID = { width: 18, height: 24 }

/** Measured: 3 and 4 take 2.4 times as long for 4% fewer bytes, 1 saves a seventh of the time for up to 25% more. */
const WEBP_EFFORT = 2

/** Thumbhash takes at most 100 pixels a side and keeps far less. */
const HASH_SIDE = 64

/** Of the height that a tall picture loses, this part is cut off above: faces are near the top. */
const CUT_ABOVE = 0.2

const allowedLoaders = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
]

interface Pixels {
  data: Buffer
  width: number
  height: number
}

sharp.cache(false)
// Two children side by side serve two cores better than two threads inside each.
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: allowedLoaders })

// A Ctrl-C reaches the whole process group, but the server decides when this ends: it closes the channel.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
process.on('message', (bytes: Uint8Array) => void answer(bytes))

async function answer(bytes: Uint8Array) {
  const decoded = await decode(bytes)
  const reply: ImageReply = 'refusal' in decoded ? decoded : { image: await render(decoded.pixels) }
  process.send?.(reply)
}

/** Reads the upload once, shrinking while it reads. What cannot be read is refused; any later failure is a bug. */
async function decode(bytes: Uint8Array): Promise<{ pixels: Pixels } | { refusal: ImageRejection }> {
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (header.width * header.height > PHOTO_MAX_PIXELS) return { refusal: 'profiles.photo_too_large' }
    if (Math.min(header.width, header.height) < PHOTO_MIN_SIDE_PX) return { refusal: 'profiles.photo_too_small' }
    const upright = sharp(bytes, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .flatten({ background: 'white' })
      .resize({ width: LARGE_SIDE, height: LARGE_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    return { pixels: await pixelsOf(upright) }
  } catch {
    return { refusal: 'profiles.photo_not_an_image' }
  }
}

/** Makes every size from the same pixels. */
async function render(large: Pixels): Promise<ProcessedImage> {
  const tile = await pixelsOf(cropToTile(large))
  const thumb = await pixelsOf(from(tile).resize(THUMB))
  const [largeSize, tileSize, thumbSize, lockedSize, thumbhash] = await Promise.all([
    encode(from(large), 82),
    encode(from(tile), 80),
    encode(from(thumb), 78),
    lock(thumb),
    hash(large),
  ])
  const { width, height } = large
  return { width, height, thumbhash, sizes: { large: largeSize, tile: tileSize, thumb: thumbSize, locked: lockedSize } }
}

/** Wide pictures keep the part that draws the eye, tall ones the upper part, where portraits have the face. */
function cropToTile(image: Pixels) {
  const ratio = TILE.width / TILE.height
  const isTall = image.width / image.height < ratio
  if (!isTall) return from(image).resize({ ...TILE, position: 'attention' })
  const height = Math.min(image.height, Math.max(1, Math.round(image.width / ratio)))
  const top = Math.round((image.height - height) * CUT_ABOVE)
  return from(image)
    .extract({ left: 0, top, width: image.width, height })
    .resize({ ...TILE, fit: 'fill' })
}

/** The browser blows it up further; smooth dots need no more pixels than this. */
async function lock(thumb: Pixels) {
  const dots = await pixelsOf(
    from(thumb)
      .resize({ ...LOCKED_GRID, fit: 'fill' })
      .blur(1.5),
  )
  return encode(from(dots).resize({ ...LOCKED, fit: 'fill', kernel: 'cubic' }), 75)
}

async function hash(image: Pixels) {
  const { data, width, height } = await pixelsOf(
    from(image).resize({ width: HASH_SIDE, height: HASH_SIDE, fit: 'inside' }).ensureAlpha(),
  )
  return Buffer.from(rgbaToThumbHash(width, height, data)).toString('base64')
}

function from({ data, width, height }: Pixels) {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

async function pixelsOf(pipeline: Sharp): Promise<Pixels> {
  return pick(await pipeline.raw().toBuffer({ resolveWithObject: true }))
}

async function encode(pipeline: Sharp, quality: number): Promise<Rendition> {
  const encoded = await pipeline.webp({ quality, effort: WEBP_EFFORT }).toBuffer({ resolveWithObject: true })
  const { data, width, height } = pick(encoded)
  return { bytes: data, width, height }
}

function pick({ data, info }: { data: Buffer; info: OutputInfo }): Pixels {
  return { data, width: info.width, height: info.height }
}
