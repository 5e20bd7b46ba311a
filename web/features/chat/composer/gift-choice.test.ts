import { expect, test } from 'vitest'
import { decodeGiftChoice } from './gift-choice.ts'

const choice = { profileId: '0123456789abcd', gift: 'cake', text: 'For you' }

test('a chosen gift is restored with its words', () => {
  expect(decodeGiftChoice(JSON.stringify(choice))).toEqual(choice)
})

test.each([
  ['nothing is stored', null],
  ['it is no JSON', '{'],
  ['it is a number', '1'],
  ['the gift does not exist', JSON.stringify({ ...choice, gift: 'toString' })],
  ['the words are missing', JSON.stringify({ ...choice, text: undefined })],
  ['it is for no member', JSON.stringify({ ...choice, profileId: 1 })],
])('nothing is chosen if %s', (_why, text) => {
  expect(decodeGiftChoice(text)).toBeNull()
})
