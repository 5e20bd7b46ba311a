import { expect, test } from 'vitest'
import { landerOfSubject, landerSubject } from './lander-subject.ts'

const all = { lander: 'gallery', siteId: null, niche: null, slug: null, country: null, language: null } as const

test.each([
  [all, 'lander/gallery/_/_/_/_/_'],
  [
    { lander: 'video', siteId: 2, niche: 7, slug: 'summer-1', country: 'FR', language: 'nb' },
    'lander/video/2/7/summer-1/FR/nb',
  ],
] as const)('the subject of %j comes back the same', (key, subject) => {
  expect(landerSubject(key)).toBe(subject)
  expect(landerOfSubject(subject)).toEqual(key)
})

test.each([
  'lander/nothing/_/_/_/_/_',
  'lander/gallery/0/_/_/_/_',
  'lander/gallery/99999999999/_/_/_/_',
  'lander/gallery/_/8/_/_/_',
  'lander/gallery/_/_/Summer/_/_',
  'lander/gallery/_/_//_/_',
  'lander/gallery/_/_/_/XX/_',
  'lander/gallery/_/_/_/_/xx',
  'lander/gallery/_/_/_/_',
  'lander/gallery/_/_/_/_/_/_',
  'page/gallery/_/_/_/_/_',
])('%s is no subject', (subject) => {
  expect(landerOfSubject(subject)).toBeUndefined()
})
