import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash'

/** A thumbhash encodes at most 7 frequencies per side; this many pixels show them all once the browser smooths them. */
const SIDE_PX = 10
const CACHE_SIZE = 2000
const cache = new Map<string, string | null>()

/**
 * Returns a tiny image as a data URL (some 600 characters) for a thumbhash in base64 or base64url, to be shown until the
 * photo is loaded. Returns null for a text that is no thumbhash.
 */
export function thumbhashUrl(thumbhash: string) {
  const known = cache.get(thumbhash)
  if (known !== undefined) return known
  const url = computeUrl(thumbhash)
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(thumbhash, url)
  return url
}

function computeUrl(thumbhash: string) {
  const bytes = decode(thumbhash)
  // Shorter than its own header.
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

/** Takes the pixel in the middle of each cell, which is enough for a smooth source. */
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
