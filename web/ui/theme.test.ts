import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { breakpoints } from './hooks/use-media-query.ts'

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8')

type Color = { l: number; c: number; h: number }
type Theme = 'light' | 'dark'

const grounds = ['surface', 'surface-raised', 'surface-muted']
const texts = ['text', 'text-muted', 'accent-text', 'secondary-text', 'danger-text', 'warning-text', 'success-text']
const tones = ['accent', 'secondary', 'danger', 'warning', 'success']

/** Every pair of text and background that the components use. */
const textPairs = [
  ...grounds.flatMap((ground) => texts.map((text) => [text, ground] as const)),
  ...tones.flatMap((tone) => [`${tone}-text`, 'text', 'text-muted'].map((text) => [text, `${tone}-soft`] as const)),
  ...tones.map((tone) => [`on-${tone}`, tone] as const),
  ['on-accent', 'accent-strong'] as const,
  ['accent-text', 'accent-quiet'] as const,
  ['accent-text', 'accent-quiet-strong'] as const,
  ['on-danger', 'danger-strong'] as const,
  ['on-shade', 'shade'] as const,
]

/** Borders, outlines and the dot of members online, which have to stand out from their background. */
const edgePairs = grounds.flatMap((ground) => ['line-strong', 'focus', 'online'].map((edge) => [edge, ground] as const))

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(textPairs)('%s on %s has a contrast of at least 4.5:1', (text, ground) => {
    expect(contrast(token(text, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(edgePairs)('%s on %s has a contrast of at least 3:1', (edge, ground) => {
    expect(contrast(token(edge, theme), token(ground, theme))).toBeGreaterThanOrEqual(3)
  })
})

/** The gradient of the theme, and those of the niches. */
const gradients = [css, readFileSync(new URL('lander-theme.css', import.meta.url), 'utf8')].flatMap((sheet) =>
  [...sheet.matchAll(/--gradient-from: (oklch\([^)]+\));\s+--gradient-to: (oklch\([^)]+\));/g)].map(
    ([, from = '', to = '']) => [from, to] as const,
  ),
)

test('the breakpoints are 576, 768, 992 and 1200 px', () => {
  const widths = [...css.matchAll(/--breakpoint-\w+: ([\d.]+)rem;/g)].map(([, rem]) => Number(rem) * 16)
  expect(widths).toEqual([576, 768, 992, 1200])
  expect(breakpoints.md).toBe('(min-width: 48rem)')
})

test('a toast is 350 px wide at most', () => {
  expect(css).toContain('--container-toast: 350px;')
  expect(readFileSync(new URL('feedback/toaster.tsx', import.meta.url), 'utf8')).toContain('max-w-toast')
})

test('the theme and six of the seven niches have a gradient', () => expect(gradients).toHaveLength(7))

test.each(gradients)(
  'white on the gradient from %s to %s has a contrast of at least 4.5:1 at every point',
  (...ends) => {
    const [from, to] = ends.map(parse) as [Color, Color]
    for (let step = 0; step <= 20; step++) {
      expect(luminanceContrast(1, luminance(mix(oklab(from), oklab(to), step / 20)))).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test('no other file of the web app contains a raw colour', async () => {
  const { glob } = await import('node:fs/promises')
  const raw = /#[0-9a-f]{6}\b|\b(?:rgb|rgba|hsl|hsla|oklch|oklab)\(/i
  const offenders: string[] = []
  for await (const file of glob('**/*.{ts,tsx,css}', { cwd: new URL('..', import.meta.url) })) {
    // Tests write characters as references, such as &#128578;.
    if (/(^|\/)(lander-)?theme(\.test)?\.(css|ts)$/.test(file) || file.endsWith('.test.ts')) continue
    if (raw.test(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))) offenders.push(file)
  }
  expect(offenders).toEqual([])
})

function token(name: string, theme: Theme) {
  const value = declared(`--color-${name}`)
  const both = /^light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)$/.exec(value)
  return parse(both ? both[theme === 'light' ? 1 : 2]! : value)
}

function declared(property: string) {
  const match = new RegExp(`${property}: ([^;]+);`).exec(css)
  if (!match) throw new Error(`theme.css declares no ${property}`)
  return match[1]!
}

function parse(value: string): Color {
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value)
  if (!match) throw new Error(`not an opaque oklch colour: ${value}`)
  return { l: Number(match[1]), c: Number(match[2]), h: Number(match[3]) }
}

function contrast(one: Color, other: Color) {
  return luminanceContrast(luminance(oklab(one)), luminance(oklab(other)))
}

function luminanceContrast(one: number, other: number) {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

type Lab = [l: number, a: number, b: number]

function oklab({ l, c, h }: Color): Lab {
  const angle = (h * Math.PI) / 180
  return [l, c * Math.cos(angle), c * Math.sin(angle)]
}

function mix(from: Lab, to: Lab, share: number): Lab {
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share
  return [at(0), at(1), at(2)]
}

/** Relative luminance by WCAG, after rounding to a screen's 8 bits. Matrices: Björn Ottosson, Oklab. */
function luminance([lightness, a, b]: Lab) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const [red, green, blue] = linear.map(as8Bit)
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function as8Bit(linear: number) {
  const clipped = Math.min(1, Math.max(0, linear))
  const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055
  const byte = Math.round(encoded * 255) / 255
  return byte <= 0.04045 ? byte / 12.92 : ((byte + 0.055) / 1.055) ** 2.4
}
