/*
 * The theme of a site from the colours of its brand. Lightness follows the roles of web/ui/theme.css, so that
 * text keeps its contrast with whatever colour an operator chooses; a test computes it for the whole circle.
 */

interface Oklch {
  l: number
  c: number
  h: number
}

/** Contrast that text needs against its background (WCAG 2.2, 1.4.3). */
export const TEXT_CONTRAST = 4.5

/** Chroma of the theme's own accent, to which the tints of others are compared. */
const ACCENT_CHROMA = 0.22

const WHITE = '#ffffff'
const STEP = 0.005

/** The properties of the theme that follow `accent_colour` and `secondary_colour`; none without colours. */
export function brandTheme({
  accent_colour,
  secondary_colour,
}: {
  accent_colour: string
  secondary_colour: string
}): Record<string, string> {
  return {
    ...(accent_colour && accentTokens(toOklch(accent_colour))),
    ...(secondary_colour && secondaryTokens(toOklch(secondary_colour))),
  }
}

function accentTokens(brand: Oklch) {
  const tint = tintOf(brand)
  const light = readable({ ...brand, l: Math.min(brand.l, 0.6) }, WHITE, -STEP)
  const dark = readable({ ...brand, l: 0.58 }, WHITE, -STEP)
  const quiet = { light: tint(0.895, 0.052), dark: tint(0.4, 0.1) }
  return {
    '--color-accent': both(light, dark),
    '--color-accent-strong': both(toHex(darker(light)), toHex(darker(dark))),
    '--color-accent-soft': both(tint(0.955, 0.022), tint(0.3, 0.075)),
    '--color-accent-quiet': both(tint(0.925, 0.037), tint(0.36, 0.09)),
    '--color-accent-quiet-strong': both(quiet.light, quiet.dark),
    '--color-accent-text': both(
      readable({ ...brand, l: Math.min(brand.l, 0.47) }, quiet.light, -STEP),
      readable({ ...brand, l: 0.82, c: brand.c / 2 }, quiet.dark, STEP),
    ),
    '--color-focus': both(toHex({ ...brand, l: 0.55 }), toHex({ ...brand, l: 0.8, c: brand.c / 2 })),
    '--gradient-from': light,
  }
}

function secondaryTokens(brand: Oklch) {
  const tint = tintOf(brand)
  const fill = readable({ ...brand, l: Math.min(brand.l, 0.62) }, WHITE, -STEP)
  const soft = { light: tint(0.96, 0.02), dark: tint(0.3, 0.07) }
  return {
    '--color-secondary': fill,
    '--color-secondary-soft': both(soft.light, soft.dark),
    '--color-secondary-text': both(
      // The muted ground is the darkest on which it stands.
      readable({ ...brand, l: Math.min(brand.l, 0.53) }, tint(0.93, 0.01), -STEP),
      readable({ ...brand, l: 0.8, c: brand.c / 2 }, soft.dark, STEP),
    ),
    '--gradient-to': fill,
  }
}

/** Returns tints of a colour that are as strong, compared to it, as those of the theme to its accent. */
function tintOf({ c, h }: Oklch) {
  const strength = Math.min(1, c / ACCENT_CHROMA)
  return (l: number, chroma: number) => toHex({ l, c: chroma * strength, h })
}

function both(light: string, dark: string) {
  return light === dark ? light : `light-dark(${light}, ${dark})`
}

function darker(hex: string): Oklch {
  const colour = toOklch(hex)
  return { ...colour, l: Math.max(0, colour.l - 0.05) }
}

/** Returns the colour, changed step by step until it is readable on, or with, another one. */
function readable(colour: Oklch, against: string, step: number) {
  let { l } = colour
  while (l > 0 && l < 1 && contrastOf(toHex({ ...colour, l }), against) < TEXT_CONTRAST) l += step
  return toHex({ ...colour, l: Math.min(1, Math.max(0, l)) })
}

/** Returns the contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrastOf(one: string, other: string) {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(hex: string) {
  const [r = 0, g = 0, b = 0] = channels(hex).map(toLinear)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function channels(hex: string) {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
}

function toLinear(channel: number) {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function fromLinear(channel: number) {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055
}

// The matrices of Oklab: https://bottosson.github.io/posts/oklab/ (public domain).

function toOklch(hex: string): Oklch {
  const [r = 0, g = 0, b = 0] = channels(hex).map(toLinear)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const bb = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return {
    l: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

function toRgb({ l, c, h }: Oklch) {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

const TOLERANCE = 0.0005

/** Returns the colour with as much of its chroma as a screen can show. */
function toHex(colour: Oklch): string {
  let rgb = toRgb(colour)
  let { c } = colour
  while (c > 0 && rgb.some((channel) => channel < -TOLERANCE || channel > 1 + TOLERANCE)) {
    c = Math.max(0, c - STEP)
    rgb = toRgb({ ...colour, c })
  }
  const bytes = rgb.map((channel) => Math.round(255 * Math.min(1, Math.max(0, fromLinear(Math.max(0, channel))))))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
