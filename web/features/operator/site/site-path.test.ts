import { expect, test } from 'vitest'
import { sitePath, subjectOf } from './site-path.ts'

test.each([
  [sitePath('site', 3), { kind: 'site', id: 3 }],
  [sitePath('company', 1), { kind: 'company', id: 1 }],
  [sitePath('page', 'terms', 'fr'), { kind: 'page', page: 'terms', language: 'fr' }],
  ['/operator/sites/', null],
] as const)('%s is the page of what it names', (path, subject) => {
  expect(subjectOf(path.slice('/operator/sites/'.length))).toEqual(subject)
})

test.each([
  'site/0',
  'site/x',
  'site/1/2',
  'page/terms',
  'page/terms/xx',
  'page/none/en',
  'other/1',
  'page/terms/en/1',
])('%s names nothing', (rest) => {
  expect(subjectOf(rest)).toBeUndefined()
})
