import { expect, test } from 'vitest'
import { addTexts, missingTexts } from './missing-texts.ts'

const english = { title: 'Likes', tabs: { given: 'Given', received: 'Received' }, help: 'Help' }

test('what a language lacks is listed in English, in its groups', () => {
  expect(missingTexts(english, { title: 'Gostos', tabs: { given: 'Dados' } })).toEqual({
    texts: { tabs: { received: 'Received' }, help: 'Help' },
    count: 2,
  })
  expect(missingTexts(english, english)).toEqual({ texts: {}, count: 0 })
})

test('translations are added in the order of the English texts, and unknown keys are not', () => {
  const texts = addTexts(english, { help: 'Ajuda', title: 'Gostos' }, { tabs: { received: 'Recebidos' }, other: 'x' })
  expect(JSON.stringify(texts)).toBe('{"title":"Gostos","tabs":{"received":"Recebidos"},"help":"Ajuda"}')
})
