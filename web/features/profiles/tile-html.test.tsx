import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ProfileCard } from '#contract/profiles.ts'
import { tileOf, type TileOptions } from './member-tile.tsx'
import { tileHtml } from './tile-html.tsx'

const options: TileOptions = {
  texts: {
    online: 'En ligne',
    noPhoto: (name) => `${name} n'a pas de photo`,
    photoOf: (name) => `Photo de ${name}`,
    lockedPhotoOf: (name) => `Photo privée de ${name}`,
  },
  heading: 'h2',
  isUrgent: false,
  hearts: { isLiked: ({ isLiked }) => isLiked, labelOf: ({ name }) => `J'aime ${name}` },
  badge: null,
  hasFailed: false,
}
const base: ProfileCard = {
  id: 'zoe-01',
  name: 'Zoé',
  age: 36,
  gender: 'female',
  country: 'FR',
  region: 'Île-de-France',
  city: null,
  isOnline: false,
  photo: null,
  isLiked: false,
  isMatch: false,
  isFictional: false,
}
const photo = { id: 'photo1', width: 3, height: 4, preview: 'data:image/webp;base64,AA+/=', isLocked: false }

const members: [what: string, member: ProfileCard][] = [
  ['without a photo', base],
  ['with a photo', { ...base, photo }],
  ['with a locked photo', { ...base, photo: { ...photo, isLocked: true } }],
  ['online', { ...base, isOnline: true, photo }],
  ['liked', { ...base, isLiked: true, photo }],
  ['with a city', { ...base, city: "Saint-Martin-d'Hères" }],
  ['with a name that is no name', { ...base, name: '<b>"&\'§name§', photo }],
  ['whose initial has to be escaped', { ...base, name: '<' }],
]

test.each(members)('a member %s is written as React writes it', (_, member) => {
  const ways = [options, { ...options, heading: 'h3' as const }, { ...options, hearts: null }]
  for (const way of ways) expect(tileHtml(member, way)).toBe(renderToString(tileOf(member, way)))
})

test('a fictional profile has a label, which React renders', () => {
  expect(tileHtml({ ...base, isFictional: true }, options)).toBeNull()
})

test('characters beyond Latin-1 are references', () => {
  const html = tileHtml({ ...base, name: 'Łucja', city: '東京 😀' }, options)
  const reference = (character: string) => `&#${character.codePointAt(0)};`
  expect(html).toContain(`>${reference('Ł')}ucja, 36<`)
  expect(html).toContain(`<p>${reference('東')}${reference('京')} ${reference('😀')}</p>`)
  expect(html).not.toMatch(/[^\0-\xff]/)
})
