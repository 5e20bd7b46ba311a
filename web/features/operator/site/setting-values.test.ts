import { expect, test } from 'vitest'
import { settingNames } from '#contract/settings/schemas.ts'
import { settingGroups } from './setting-groups.ts'
import { inputOf, valueOf } from './setting-values.ts'

test('every setting is in one group', () => {
  expect(Object.values(settingGroups).flat().toSorted()).toEqual(settingNames.toSorted())
})

test.each([
  ['message_credits', 5, '5'],
  ['match_message_credits', null, ''],
  ['niche', 3, '3'],
  ['traffic_sources', ['one', 'two'], 'one\ntwo'],
  ['name', 'Sparks', 'Sparks'],
] as const)('%s is edited as text and comes back the same', (name, value, text) => {
  expect(inputOf(name, value)).toBe(text)
  expect(valueOf(name, text)).toEqual(value)
})

test('empty lines and spaces around lines are left out', () => {
  expect(valueOf('signal_phrases', ' send money \n\n wire it')).toEqual(['send money', 'wire it'])
})

test('what is no number stays a text, which the server rejects', () => {
  expect(valueOf('message_credits', 'five')).toBe('five')
})
