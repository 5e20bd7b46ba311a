import sharp from 'sharp'
import { renderSvgAsJpeg } from './render-svg.ts'
import { textOutlines } from './text-outlines.ts'

/** The size that link previews expect. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 }

const { width, height } = SHARE_IMAGE_SIZE
const PHOTO = { left: 90, top: 45, width: 405, height: 540 }

interface Composition {
  /** Colours of the background. */
  from: string
  to: string
  /** SVG. */
  shapes: string[]
}

/** Renders shapes with words below them, as the image of a link preview. */
export async function renderShareImage({ from, to, shapes }: Composition, words: { title: string; site: string }) {
  const box = { x: 72, width: width - 144 }
  const title = await textOutlines(words.title, { ...box, y: 522, size: 66, lines: 2 })
  const site = await textOutlines(words.site, { ...box, y: 584, size: 34, font: 'regular' })
  return jpegOf(`<defs>${gradient('g', from, to)}<linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#160b26" stop-opacity="0"/><stop offset=".45" stop-color="#160b26" stop-opacity=".78"/><stop offset="1" stop-color="#160b26" stop-opacity=".94"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#g)"/>${shapes.join('\n')}
<rect y="270" width="${width}" height="360" fill="url(#shade)"/>${title}${site}`)
}

/** Renders a photo beside a text, on its own colours. image-process.ts has rendered the photo. */
export async function renderPhotoShareImage(photo: Buffer, words: { title: string; place: string; site: string }) {
  const box = { x: PHOTO.left + PHOTO.width + 75, width: width - PHOTO.left - PHOTO.width - 150 }
  const texts = await Promise.all([
    textOutlines(words.title, { ...box, y: 330, size: 84 }),
    textOutlines(words.place, { ...box, y: 396, size: 38, font: 'regular' }),
    textOutlines(words.site, { ...box, y: 560, size: 34 }),
  ])
  const corners = `<svg width="${PHOTO.width}" height="${PHOTO.height}"><rect width="100%" height="100%" rx="36"/></svg>`
  const upright = await sharp(photo)
    .resize({ width: PHOTO.width, height: PHOTO.height, fit: 'cover' })
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer()
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#160b26" opacity=".62"/>${texts.join('')}</svg>`
  return sharp(photo)
    .resize({ width, height, fit: 'cover' })
    .blur(40)
    .composite([{ input: Buffer.from(overlay) }, { input: upright, left: PHOTO.left, top: PHOTO.top }])
    .jpeg({ quality: 85 })
    .toBuffer()
}

function gradient(id: string, from: string, to: string) {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
}

function jpegOf(content: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
  return renderSvgAsJpeg(svg, { quality: 85, isFullColour: true })
}
