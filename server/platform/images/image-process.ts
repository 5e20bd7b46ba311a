/**
 * The child process that decodes untrusted uploads. images.ts starts it without environment variables, with
 * access to no files but its own code, and with limits on memory and time, so that a broken or hostile image
 * affects nothing else. It receives one image as bytes and replies with all its sizes.
 */
import phash from 'sharp-phash'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import {
  PHOTO_CROPPED_WIDTHS_PX,
  PHOTO_LONGEST_SIDES_PX,
  PHOTO_MAX_PIXELS,
  PHOTO_MIN_SIDE_PX,
} from '#contract/limits.ts'
import { rateImage } from './rate-image.ts'

export type ImageSize = 'large' | 'medium' | 'tile' | 'thumb' | 'locked'

/** One size of an image, without any metadata. */
export interface Rendition {
  webp: Uint8Array
  /** Null for small sizes, where the header of the format outweighs what it saves. */
  avif: Uint8Array | null
  width: number
  height: number
}

export interface ProcessedImage {
  /** Of the `large` rendition, in pixels, upright. */
  width: number
  height: number
  /** Data URL of the whole image in a few pixels, to be shown blurred until a size is loaded. */
  preview: string
  /**
   * Perceptual hash: 64 binary digits, of which near-identical images share almost all. Null for an image
   * without structure, such as one of a single colour: its hash would be near that of every other one.
   */
  fingerprint: string | null
  /** Probability, from 0 to 1, that the image is sexually explicit. Null if it was not rated. */
  explicitness: number | null
  sizes: Record<ImageSize, Rendition>
}

/** What the parent sends. */
export interface ImageJob {
  bytes: Uint8Array
  /** Also renders the larger sizes as AVIF, which takes more than half of the time. */
  withAvif: boolean
  /** Also rates how explicit the image is. */
  withRating: boolean
}

export type ImageRejection = 'not_an_image' | 'too_large' | 'too_small'

export type ImageReply = { image: ProcessedImage; ratingError?: string } | { rejection: ImageRejection }

const { large: LARGE_SIDE, medium: MEDIUM_SIDE } = PHOTO_LONGEST_SIDES_PX
const TILE = portrait(PHOTO_CROPPED_WIDTHS_PX.tile)
const THUMB = portrait(PHOTO_CROPPED_WIDTHS_PX.thumb)
const LOCKED = { width: 144, height: 192 }
/** The `locked` size is enlarged from fewer than 16 × 16 blurred pixels, so that no face can be restored. */
const LOCKED_GRID = { width: 12, height: 16 }

/** Measured: 3 and 4 take 2.4 times as long for 4% fewer bytes; 1 saves a seventh for up to 25% more. */
const WEBP_EFFORT = 2
/** Measured on a 1440 px image: 0 takes twice the time of WebP, 2 five times, for no fewer bytes. */
const AVIF_EFFORT = 0
/** Qualities that look the same in both formats. */
const QUALITY = {
  large: { webp: 82, avif: 58 },
  medium: { webp: 80, avif: 56 },
  tile: { webp: 80, avif: 56 },
  thumb: { webp: 78 },
  locked: { webp: 75 },
} as const

/** Enough for a blurred preview, and some 100 characters as data URL. */
const PREVIEW_SIDE = 12
const PREVIEW_QUALITY = 30

/** Standard deviation of the brightness, of 255 steps, below which an image has no structure. */
const LEAST_STRUCTURE = 3

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

// A Ctrl-C reaches the whole process group. The server ends this process, by closing the channel.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
process.on('message', (job: ImageJob) => void handleUpload(job))

async function handleUpload({ bytes, ...options }: ImageJob) {
  const decoded = await decode(bytes)
  process.send?.('rejection' in decoded ? decoded : await replyWith(decoded.pixels, options))
}

async function replyWith(pixels: Pixels, { withAvif, withRating }: Omit<ImageJob, 'bytes'>): Promise<ImageReply> {
  const image = await render(pixels, withAvif)
  if (!withRating) return { image }
  try {
    return { image: { ...image, explicitness: await rateImage(pixels) } }
  } catch (error) {
    // The photo waits for review instead.
    return { image, ratingError: String(error) }
  }
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
async function render(large: Pixels, withAvif: boolean): Promise<ProcessedImage> {
  const tile = await pixelsOf(cropToTile(large))
  const medium = await pixelsOf(within(large, MEDIUM_SIDE))
  const thumb = await pixelsOf(from(tile).resize(THUMB))
  const locked = await renderLocked(thumb)
  const { width, height } = large
  const encode = (image: Pixels, { webp, avif }: Quality) =>
    encodeImage(image, withAvif && avif ? { webp, avif } : { webp })
  return {
    width,
    height,
    preview: await renderPreview(medium),
    fingerprint: await fingerprintOf(medium),
    explicitness: null,
    sizes: {
      large: await encode(large, QUALITY.large),
      medium: await encode(medium, QUALITY.medium),
      tile: await encode(tile, QUALITY.tile),
      thumb: await encode(thumb, QUALITY.thumb),
      locked: await encode(locked, QUALITY.locked),
    },
  }
}

/** Crops a wide image to its most salient part, and a tall one to its upper part, where faces are. */
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
  return pixelsOf(from(grid).resize({ ...LOCKED, fit: 'fill', kernel: 'cubic' }))
}

async function renderPreview(image: Pixels) {
  const bytes = await within(image, PREVIEW_SIDE).webp({ quality: PREVIEW_QUALITY }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

async function fingerprintOf(image: Pixels) {
  const { channels } = await from(image).greyscale().stats()
  if ((channels[0]?.stdev ?? 0) < LEAST_STRUCTURE) return null
  const { data, width, height } = image
  return phash(data, { raw: { width, height, channels: 3 } })
}

function within(image: Pixels, side: number) {
  return from(image).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

function from({ data, width, height }: Pixels) {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

async function pixelsOf(pipeline: Sharp): Promise<Pixels> {
  return toPixels(await pipeline.raw().toBuffer({ resolveWithObject: true }))
}

interface Quality {
  webp: number
  avif?: number
}

async function encodeImage(image: Pixels, quality: Quality): Promise<Rendition> {
  const { width, height } = image
  const webp = await from(image).webp({ quality: quality.webp, effort: WEBP_EFFORT }).toBuffer()
  const avif = quality.avif ? await from(image).avif({ quality: quality.avif, effort: AVIF_EFFORT }).toBuffer() : null
  return { webp, avif, width, height }
}

/** Returns the size of a 3:4 image of this width. */
function portrait(width: number) {
  return { width, height: (width * 4) / 3 }
}

function toPixels({ data, info }: { data: Buffer; info: OutputInfo }): Pixels {
  return { data, width: info.width, height: info.height }
}
