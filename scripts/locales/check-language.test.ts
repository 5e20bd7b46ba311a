import { expect, test } from 'vitest'
import { checkLanguage, pluralProblems } from './check-language.ts'

const english = new Map([
  ['likes.title', 'Your likes'],
  ['likes.count', '{count, plural, one {# like} other {# likes}}'],
])
const check = (name: string, title: string) =>
  checkLanguage({ name, english, locale: new Map([['likes.title', title]]) })

test('a plural has the forms of its language, inside of other choices too', () => {
  expect(pluralProblems('pl', '{n, plural, one {# dzień} other {# dni}}')).toEqual(['lacks the plural few, many'])
  expect(pluralProblems('pl', '{n, plural, one {#} few {#} many {#} other {#}}')).toEqual([])
  expect(pluralProblems('de', '{g, select, male {{n, plural, other {#} few {#}}} other {}}')).toEqual([
    'lacks the plural one',
    'has the plural few, which is not of this language',
  ])
  expect(pluralProblems('fr', '{n, plural, one {# jour} other {# jours}}')).toEqual([])
  expect(pluralProblems('sv', '{n, plural, =0 {ingen} other {många}}')).toEqual([])
})

test.each([
  ['de', 'Deine „Likes“', 0],
  ['de', 'Deine "Likes"', 1],
  ['pl', 'Twoje „polubienia”', 0],
  ['pl', 'Twoje „polubienia“', 1],
  ['es', '¿Tus likes?', 0],
  ['es', 'Tus likes?', 1],
  ['fr', 'Vos likes\u00a0?', 0],
  ['fr', 'Vos likes ?', 1],
  ['fr', 'Liker {name}', 0],
  ['fr', 'Un like de {name}', 1],
  ['it', 'È un like', 0],
  ['it', 'E’ un like', 1],
  ['fi', 'Sinun...', 1],
  ['nb', 'Dine  likes', 1],
])('in %s the signs of "%s" give %i problems', (language, text, count) => {
  expect(check(language, text)).toHaveLength(count)
})

test('English left over is reported, but for words that the language has too', () => {
  expect(check('da', 'Your likes')).toEqual([expect.stringContaining('likes.title is English')])
  const words = new Map([['likes.title', 'Likes']])
  expect(checkLanguage({ name: 'da', english: words, locale: words })).toEqual([])
  expect(checkLanguage({ name: 'fi', english: words, locale: words })).toHaveLength(1)
})
