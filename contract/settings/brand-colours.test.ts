import { describe, expect, test } from 'vitest'
import { brandTheme, contrastOf, TEXT_CONTRAST } from './brand-colours.ts'

/** Colours all around the circle, light and dark, and those without a hue. */
const colours = [0, 0x33, 0x66, 0x99, 0xcc, 0xff]
  .flatMap((r, _, steps) => steps.flatMap((g) => steps.map((b) => [r, g, b])))
  .map((rgb) => `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`)

const pairs = [
  ['--color-accent', '#ffffff'],
  ['--color-accent-strong', '#ffffff'],
  ['--color-accent-text', '--color-accent-soft'],
  ['--color-accent-text', '--color-accent-quiet'],
  ['--color-accent-text', '--color-accent-quiet-strong'],
  ['--color-secondary', '#ffffff'],
  ['--color-secondary-text', '--color-secondary-soft'],
  ['--gradient-from', '#ffffff'],
  ['--gradient-to', '#ffffff'],
] as const

describe.each([0, 1])('theme %i', (theme) => {
  test('text stays readable with every colour that an operator can choose', () => {
    const unreadable = colours.flatMap((colour) => {
      const tokens = brandTheme({ accent_colour: colour, secondary_colour: colour })
      const valueOf = (name: string) =>
        (tokens[name] ?? name).match(/#[\da-f]{6}/g)?.at(theme - 2) ?? tokens[name] ?? name
      return pairs
        .filter(([text, ground]) => contrastOf(valueOf(text), valueOf(ground)) < TEXT_CONTRAST)
        .map(([text, ground]) => `${colour}: ${text} on ${ground}`)
    })
    expect(unreadable).toEqual([])
  })
})

test('a colour that is readable is used as it is', () => {
  expect(brandTheme({ accent_colour: '#b3005e', secondary_colour: '' })['--color-accent']).toContain('#b3005e')
})

test('without colours nothing changes', () => {
  expect(brandTheme({ accent_colour: '', secondary_colour: '' })).toEqual({})
})
