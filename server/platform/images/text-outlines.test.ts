import { expect, test } from 'vitest'
import { textOutlines } from './text-outlines.ts'

const box = { x: 10, y: 500, width: 600, size: 60 }

const rowsOf = (svg: string) =>
  [...svg.matchAll(/translate\(([\d.]+) (-?[\d.]+)\) scale\(([\d.]+) /g)].map(([, x, y, scale]) => ({
    x: Number(x),
    y: Number(y),
    scale: Number(scale),
  }))

test('a short text is one line at the foot of its place, in its size', async () => {
  expect(rowsOf(await textOutlines('Say hello', box))).toEqual([{ x: 10, y: 500, scale: 0.06 }])
})

test('a longer text is broken into lines that end at the same place', async () => {
  const rows = rowsOf(await textOutlines('Alone tonight? You are not the only one', { ...box, lines: 2 }))
  expect(rows).toHaveLength(2)
  expect(rows[0]?.y).toBeLessThan(500)
  expect(rows[1]).toEqual({ x: 10, y: 500, scale: 0.06 })
})

test('what is too long gets smaller, and ends with dots at the smallest size', async () => {
  const [smaller] = rowsOf(await textOutlines('A name of several words', box))
  expect(smaller?.scale).toBeLessThan(0.06)
  const [cut] = rowsOf(await textOutlines('word'.repeat(100), box))
  const [whole] = rowsOf(await textOutlines('word'.repeat(1000), box))
  expect([cut?.scale, whole?.scale]).toEqual([0.06 * 0.55, 0.06 * 0.55])
  expect(await textOutlines('word'.repeat(1000), box)).toBe(await textOutlines('word'.repeat(100), box))
})

test('letters of all languages in Latin script are shown, signs that are missing are left out alone', async () => {
  expect(rowsOf(await textOutlines('Zoë Łukasz Åse Ñandú œuvre’s', box))).toHaveLength(1)
  expect(await textOutlines('Zoë 🎉', box)).toBe(await textOutlines('Zoë', box))
})

test.each(['Анна', '愛', '', '   ', '🎉'])('%j, which has nothing that can be shown, leaves no trace', async (text) => {
  expect(await textOutlines(text, box)).toBe('')
})

test('a text is never part of the markup', async () => {
  expect(await textOutlines('<script>"&', box)).not.toMatch(/script|"&|&/)
})
