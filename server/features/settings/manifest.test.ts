import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BACKGROUND_COLOUR, THEME_COLOUR } from './manifest.ts'

const css = readFileSync(new URL('../../../web/ui/theme.css', import.meta.url), 'utf8')

test('the colours of the manifest are those of the theme', () => {
  expect(THEME_COLOUR).toBe(hexOf('--color-accent'))
  expect(BACKGROUND_COLOUR).toBe(hexOf('--color-surface'))
})

/** The light variant of a colour token, converted from OKLCH to sRGB. */
function hexOf(token: string) {
  const [, l = 0, c = 0, h = 0] =
    new RegExp(`${token}: light-dark\\(oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(css)?.map(Number) ?? []
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return `#${linear.map(channel).join('')}`
}

function channel(linear: number) {
  const value = Math.min(1, Math.max(0, linear))
  const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
