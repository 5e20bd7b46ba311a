import { expect, test } from 'vitest'
import {
  fictionalListPath,
  fictionalPath,
  landerPath,
  landersPath,
  newCompanyPath,
  sitePath,
  subjectOf,
} from './site-path.ts'

const key = { lander: 'gallery', siteId: null, niche: 2, slug: 'summer', country: null, language: 'fr' } as const

test.each([
  [sitePath('site', 3), { kind: 'site', id: 3 }],
  [sitePath('company', 1), { kind: 'company', id: 1 }],
  [newCompanyPath, { kind: 'new-company' }],
  [sitePath('page', 'terms', 'fr'), { kind: 'page', page: 'terms', language: 'fr' }],
  [landersPath, { kind: 'landers' }],
  [landerPath(key), { kind: 'lander', key }],
  [fictionalListPath, { kind: 'fictional', profileId: null }],
  [fictionalPath('bcdfghjkmnpqrs'), { kind: 'fictional', profileId: 'bcdfghjkmnpqrs' }],
  ['/operator/sites/', null],
] as const)('%s is the page of what it names', (path, subject) => {
  expect(subjectOf(path.slice('/operator/sites/'.length))).toEqual(subject)
})

test.each([
  'site/0',
  'site/x',
  'site/1/2',
  'site/new',
  'company/new/1',
  'page/terms',
  'page/terms/xx',
  'page/none/en',
  'other/1',
  'page/terms/en/1',
  'lander/gallery',
  'landers/gallery',
  'fictional/short',
  'fictional/bcdfghjkmnpqrs/en',
])('%s names nothing', (rest) => {
  expect(subjectOf(rest)).toBeUndefined()
})
