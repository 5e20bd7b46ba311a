import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash'

/** A thumbhash holds no more than 7 waves a side; this many pixels show all of them once the browser smooths them. */
const SIDE_PX = 10
const REMEMBERED = 2000
const remembered = new Map<string, string | null>()

/**
 * A tiny picture (some 600 characters) for a thumbhash in base64, to lie under the real one until it is there.
 * Null for what is not a thumbhash.
 */
export function thumbhashUrl(thumbhash: string) {
  const known = remembered.get(thumbhash)
  if (known !== undefined) return known
  const url = computeUrl(thumbhash)
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(thumbhash, url)
  return url
}

function computeUrl(thumbhash: string) {
  const bytes = decode(thumbhash)
  // Shorter than its own header: nothing to draw.
  if (!bytes || bytes.length < 5) return null
  const { w, h, rgba } = thumbHashToRGBA(bytes)
  const scale = SIDE_PX / Math.max(w, h)
  const width = Math.max(1, Math.round(w * scale))
  const height = Math.max(1, Math.round(h * scale))
  return rgbaToDataURL(width, height, shrink({ w, h, rgba }, { width, height }))
}

function decode(base64: string) {
  try {
    return Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
  } catch {
    return null
  }
}

/** Picks the pixel in the middle of each cell; the source is smooth already. */
function shrink(
  { w, h, rgba }: { w: number; h: number; rgba: Uint8Array },
  { width, height }: { width: number; height: number },
) {
  const small = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (Math.floor(((y + 0.5) * h) / height) * w + Math.floor(((x + 0.5) * w) / width)) * 4
      small.set(rgba.subarray(from, from + 4), (y * width + x) * 4)
    }
  }
  return small
}
