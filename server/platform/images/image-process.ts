/**
 * The child process that decodes untrusted uploads. images.ts starts it without environment variables, with access to
 * no files but its own code, and with limits on memory and time, so that a broken or hostile image affects nothing else.
 * It receives one image as bytes and replies with all its sizes.
 */
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { PHOTO_MAX_PIXELS, PHOTO_MIN_SIDE_PX } from '#contract/limits.ts'

export type ImageSize = 'large' | 'tile' | 'thumb' | 'locked'

export interface Rendition {
  /** WebP, without any metadata. */
  bytes: Uint8Array
  width: number
  height: number
}

export interface ProcessedImage {
  /** Of the `large` rendition, in pixels, upright. */
  width: number
  height: number
  /** Base64, of the whole image. */
  thumbhash: string
  sizes: Record<ImageSize, Rendition>
}

export type ImageRejection = 'not_an_image' | 'too_large' | 'too_small'

export type ImageReply = { image: ProcessedImage } | { rejection: ImageRejection }

const LARGE_SIDE = 1440
const TILE = { width: 480, height: 640 }
const THUMB = { width: 240, height: 320 }
const LOCKED = { width: 144, height: 192 }
/** The `locked` size is enlarged from so few blurred pixels that no face can be restored. */
const LOCKED_GRID = { width: 18, height: 24 }

/** Measured: 3 and 4 take 2.4 times as long for 4% fewer bytes; 1 saves a seventh of the time for up to 25% more bytes. */
const WEBP_EFFORT = 2

/** Thumbhash accepts at most 100 pixels a side and stores far less. */
const HASH_SIDE = 64

/** The part of a tall image's surplus height that is cut off at the top: faces are near the top. */
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

// A Ctrl-C reaches the whole process group, but the server decides when this process ends: it closes the channel.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
process.on('message', (bytes: Uint8Array) => void handleUpload(bytes))

async function handleUpload(bytes: Uint8Array) {
  const decoded = await decode(bytes)
  const reply: ImageReply = 'rejection' in decoded ? decoded : { image: await render(decoded.pixels) }
  process.send?.(reply)
}

/** Decodes the upload once, shrunk to the largest size. An upload that cannot be decoded is rejected. */
async function decode(bytes: Uint8Array): Promise<{ pixels: Pixels } | { rejection: ImageRejection }> {
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (header.width * header.height > PHOTO_MAX_PIXELS) return { rejection: 'too_large' }
    if (Math.min(header.width, header.height) < PHOTO_MIN_SIDE_PX) return { rejection: 'too_small' }
    const upright = sharp(bytes, { limitInputPixels: PHOTO_MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .flatten({ background: 'white' })
      .resize({ width: LARGE_SIDE, height: LARGE_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    return { pixels: await pixelsOf(upright) }
  } catch {
    return { rejection: 'not_an_image' }
  }
}

/** Renders every size from the same pixels. A failure here is a bug. */
async function render(large: Pixels): Promise<ProcessedImage> {
  const tile = await pixelsOf(cropToTile(large))
  const thumb = await pixelsOf(from(tile).resize(THUMB))
  const [largeSize, tileSize, thumbSize, lockedSize, thumbhash] = await Promise.all([
    encode(from(large), 82),
    encode(from(tile), 80),
    encode(from(thumb), 78),
    renderLocked(thumb),
    hash(large),
  ])
  const { width, height } = large
  return { width, height, thumbhash, sizes: { large: largeSize, tile: tileSize, thumb: thumbSize, locked: lockedSize } }
}

/** Crops a wide image to its most salient part, and a tall one to its upper part, where portraits have the face. */
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

/** Renders the size that replaces a photo the viewer may not see. The browser enlarges it further. */
async function renderLocked(thumb: Pixels) {
  const grid = await pixelsOf(
    from(thumb)
      .resize({ ...LOCKED_GRID, fit: 'fill' })
      .blur(1.5),
  )
  return encode(from(grid).resize({ ...LOCKED, fit: 'fill', kernel: 'cubic' }), 75)
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
  return toPixels(await pipeline.raw().toBuffer({ resolveWithObject: true }))
}

async function encode(pipeline: Sharp, quality: number): Promise<Rendition> {
  const encoded = await pipeline.webp({ quality, effort: WEBP_EFFORT }).toBuffer({ resolveWithObject: true })
  const { data, width, height } = toPixels(encoded)
  return { bytes: data, width, height }
}

function toPixels({ data, info }: { data: Buffer; info: OutputInfo }): Pixels {
  return { data, width: info.width, height: info.height }
}
