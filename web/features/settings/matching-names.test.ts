import { expect, test } from 'vitest'
import { isSameName, matchingNames } from './matching-names.ts'

const regions = ['Auvergne-Rhône-Alpes', 'Bretagne', 'Île-de-France', 'Provence-Alpes-Côte d’Azur', 'Alpes']

test('names that begin with the text come before those that contain it', () => {
  expect(matchingNames(regions, 'alpes')).toEqual(['Alpes', 'Auvergne-Rhône-Alpes', 'Provence-Alpes-Côte d’Azur'])
})

test('case and accents do not matter', () => {
  expect(matchingNames(regions, 'ile')).toEqual(['Île-de-France'])
  expect(isSameName('ÎLE-DE-FRANCE ', 'ile-de-france')).toBe(true)
  expect(isSameName('lodz', 'Łódź')).toBe(true)
  expect(isSameName('Bretagn', 'Bretagne')).toBe(false)
})

test('no text matches every name', () => expect(matchingNames(regions, ' ')).toEqual(regions))
