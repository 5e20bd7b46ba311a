import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resultHeader, resultRow } from './results.ts'

const run = {
  at: new Date('2026-11-23T23:59:00Z'),
  benchmark: 'search',
  members: 1_000_000,
  clients: 8,
  opponent: { median: 3620.4, least: 3512, most: 3640 },
  product: { median: 2489, least: 2377, most: 2525 },
  ratio: { median: 0.6876, least: 0.677, most: 0.694 },
  target: 0.6,
  load: 3.6,
}

test('a run is a line with a value for each column', () => {
  expect(resultRow(run)).toBe('2026-11-23,search,1000000,8,3620,3512,3640,2489,2377,2525,0.688,0.677,0.694,0.6,4')
  expect(resultRow(run).split(',')).toHaveLength(resultHeader.split(',').length)
})

test('few operations per second have a decimal place', () => {
  const photos = { ...run, opponent: { median: 5.25, least: 5, most: 5.31 }, target: 1 / 3 }
  expect(resultRow(photos)).toContain(',8,5.3,5,5.3,2489,')
  expect(resultRow(photos)).toMatch(/,0\.333,4$/)
})

test('every line of bench/results.csv has the columns of its header', () => {
  const [header, ...lines] = readFileSync(new URL('../results.csv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  expect(header).toBe(resultHeader)
  expect(lines.length).toBeGreaterThan(0)
  const line = /^\d{4}-\d\d-\d\d,[a-z-]+(,\d+){2}(,\d+(\.\d+)?){11}$/
  expect(lines.filter((each) => !line.test(each))).toEqual([])
})

test('the ratios and targets of docs/performance.md are those of a run', () => {
  const text = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z-]+)`, [^|]*\| ≥ ([\d.]+) \| ([\d.]+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(9)
  const runs = readFileSync(new URL('../results.csv', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split(','))
    .map(
      ([, benchmark, , , , , , , , , ratio, , , target]) => `${benchmark}: ${Number(ratio)}, target ${Number(target)}`,
    )
  const claims = rows.map(([, benchmark, target, ratio]) => `${benchmark}: ${Number(ratio)}, target ${Number(target)}`)
  expect(claims.filter((claim) => !runs.includes(claim))).toEqual([])
})
