import { expect, test } from 'vitest'
import { withEnglish } from './texts.ts'

test('a text that a language lacks is English, one by one, also inside of a group it has', () => {
  const english = { title: 'Likes', tabs: { given: 'Given', received: 'Received' }, help: { a: 'A' } }
  expect(withEnglish(english, { title: 'Tykkäykset', tabs: { given: 'Annetut' } })).toEqual({
    title: 'Tykkäykset',
    tabs: { given: 'Annetut', received: 'Received' },
    help: { a: 'A' },
  })
  expect(english.tabs.given).toBe('Given')
})
