import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'

/** Creates a JPEG of one colour. */
export function sampleImage({ width = 600, height = 800, colour = '#c86432' } = {}) {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
}

/** Ellipses: centre, radii, angle, colour. */
const ellipses = [
  [10, 21, 18, 4, 141, '#a3563d'],
  [104, 87, 4, 31, 69, '#fd7594'],
  [69, 45, 11, 38, 20, '#917070'],
  [109, 80, 26, 27, 116, '#ac952f'],
  [77, 105, 17, 35, 168, '#9a7453'],
  [63, -1, 26, 32, 16, '#a99a60'],
  [73, 5, 31, 18, 130, '#838464'],
  [28, 75, 28, 34, 63, '#bd9350'],
  [50, 106, 8, 7, 154, '#ae7d3b'],
  [-3, 26, 17, 36, 99, '#b4966f'],
  [101, 100, 42, 24, 29, '#cf5063'],
  [72, 11, 4, 42, 169, '#b8ad61'],
  [94, 21, 6, 29, 15, '#f6ae40'],
  [94, 98, 33, 13, 19, '#d9bc4b'],
] as const

/**
 * Creates a JPEG of coloured ellipses that the model of `rate-image.ts` takes for explicit, though it shows
 * nothing. They were found by trying at random.
 */
export function explicitImage({ width = 800 } = {}) {
  const shapes = ellipses.map(
    ([x, y, rx, ry, angle, colour]) =>
      `<ellipse rx="${rx}" ry="${ry}" fill="${colour}" transform="translate(${x} ${y}) rotate(${angle})"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="512" height="512">
    <defs><filter id="blur"><feGaussianBlur stdDeviation="1.2"/></filter></defs>
    <rect width="100" height="100" fill="#afa776"/><g filter="url(#blur)">${shapes.join('')}</g></svg>`
  return sharp(Buffer.from(svg)).resize(width, width).jpeg().toBuffer()
}

/** Creates a JPEG of blurred stripes that differ by the seed, for perceptual hashes. */
export function patternImage({ seed, width = 600, height = 800 }: { seed: number; width?: number; height?: number }) {
  const stripes = Array.from({ length: 24 }, (_, index) => {
    const value = Math.abs(Math.sin(seed * 97 + index * 12.9898) * 43758.5453) % 1
    const level = Math.round(value * 255)
    return `<rect x="${(index % 6) * 17}" y="${Math.floor(index / 6) * 25}" width="17" height="25" fill="rgb(${level},${level},${255 - level})"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none" width="600" height="800">${stripes.join('')}</svg>`
  return sharp(Buffer.from(svg)).resize(width, height, { fit: 'fill' }).jpeg().toBuffer()
}

interface Upload {
  /** Path of the endpoint. */
  url: string
  cookie?: string
  data: object
  file?: Uint8Array<ArrayBuffer>
}

/** Sends a form with a file as a browser does. */
export function upload(app: FastifyInstance, { url, cookie, data, file }: Upload) {
  const form = new FormData()
  form.append('data', JSON.stringify(data))
  if (file) form.append('file', new Blob([file]), 'photo.jpg')
  return app.inject({ method: 'POST', url, headers: cookie ? { cookie } : {}, payload: form })
}

/** Adds a photo to a member's profile. Returns its id, or the code of the error. */
export async function addPhoto(
  { app }: { app: FastifyInstance },
  { cookie }: { cookie: string },
  { image, visibility = 'public' }: { image: Uint8Array; visibility?: string },
) {
  const call = { url: '/api/photos', data: { visibility }, cookie, file: new Uint8Array(image) }
  const { statusCode: status, ...reply } = await upload(app, call)
  const { photo, error } = reply.json<{ photo?: { id: string }; error?: { code: string } }>()
  return { status, photoId: photo?.id ?? '', code: error?.code ?? 'ok' }
}
