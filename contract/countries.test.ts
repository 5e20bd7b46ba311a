import { expect, test } from 'vitest'
import { countries, regionKinds, type RegionKind } from './countries.ts'

const countriesOf = (kind: RegionKind) => countries.filter((country) => regionKinds[country] === kind)

test.each([
  ['province', 'BE CA ES FI IE IT NL'],
  ['region', 'DK FR GB'],
  ['state', 'AT AU DE US'],
  ['canton', 'CH'],
  ['voivodeship', 'PL'],
  ['county', 'NO SE'],
] as const)('a %s is what regions are called in %s (SET-6)', (kind, names) => {
  expect(countriesOf(kind).toSorted().join(' ')).toBe(names)
})
