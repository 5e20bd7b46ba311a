import { expect, test } from 'vitest'
import { OwnSettings } from '#contract/settings/schemas.ts'
import { emptyRow, rowsOf, structures, valueOfRows, wrongCells, type StructuredName } from './structures.ts'

const values = {
  minimum_ages: { NL: 21, US: 19 },
  region_data: { NL: { label: 'province', regions: ['Drenthe', 'Utrecht'] } },
  minimum_message_costs: { GB: { costs: 129, currency: 'GBP' } },
  bundle_prices: { EUR: { p0: 499, p1: 1499, p2: 2999, p3: 5999 } },
  'fictional_warning/singular/plural': { warning: 'Not real', singular: '', plural: '' },
  premium_match_claim: { percentage: 46, source: 'Survey of 2025' },
  promo_tiles: [
    { kind: 'resell', title: 'Other site', text: '', image: null, url: 'https://other.example/a' },
    { kind: 'live_cam', title: 'Live', text: 'Now', image: '/brand/live.webp', url: 'https://live.example' },
  ],
  disclaimers: { nl: 'Tekst', 'en-US': 'Text' },
} satisfies Record<StructuredName, unknown>
const names = Object.keys(structures) as StructuredName[]

test.each(names)('%s comes back the same from its rows, which the schema accepts', (name) => {
  const rows = rowsOf(structures[name], values[name])
  expect([...wrongCells(structures[name], rows)]).toEqual([])
  expect(valueOfRows(structures[name], rows)).toEqual(values[name])
  expect(OwnSettings.shape[name].safeParse(values[name]).error).toBeUndefined()
})

test('amounts are edited in whole units, and no claim has no row', () => {
  expect(rowsOf(structures.minimum_message_costs, values.minimum_message_costs)).toEqual([
    { country: 'GB', costs: '1.29', currency: 'GBP' },
  ])
  expect(rowsOf(structures.premium_match_claim, null)).toEqual([])
  expect(valueOfRows(structures.premium_match_claim, [])).toBeNull()
})

test.each([
  ['minimum_ages', 'age', ['', 'x', '17', '100', '18.5']],
  ['minimum_message_costs', 'costs', ['', '-1', '1.234', 'free']],
  ['bundle_prices', 'p0', ['0', '']],
  ['premium_match_claim', 'source', ['', 'x'.repeat(81)]],
  ['promo_tiles', 'title', ['', ' ']],
  ['promo_tiles', 'image', ['//evil.example/a.png', 'https://evil.example/a.png']],
  ['promo_tiles', 'url', ['', 'http://plain.example', 'javascript:alert(1)']],
  ['disclaimers', 'locale', ['', 'english', 'en-us']],
  ['minimum_ages', 'country', ['', 'XX']],
] as const)('%s: a cell %s that holds no value is named', (name, cell, wrong) => {
  const structure = structures[name]
  const [first = {}] = rowsOf(structure, values[name])
  for (const text of wrong) {
    const rows = [{ ...first, [cell]: text }]
    expect([...wrongCells(structure, rows)]).toEqual([`0.${cell}`])
  }
})

test('a comma is read as a decimal point, and a key that stands twice is wrong', () => {
  const structure = structures.minimum_message_costs
  const row = { country: 'NL', costs: '1,29', currency: 'EUR' }
  expect(valueOfRows(structure, [row])).toEqual({ NL: { costs: 129, currency: 'EUR' } })
  expect([...wrongCells(structure, [row, row])]).toEqual(['1.country'])
})

test('a new row has the first of the choices, and its texts are missing', () => {
  const structure = structures.promo_tiles
  expect([...wrongCells(structure, [emptyRow(structure)])]).toEqual(['0.title', '0.url'])
})
