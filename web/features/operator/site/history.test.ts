import { expect, test } from 'vitest'
import { changesOf } from './history.tsx'

test('names what differs, settings one by one', () => {
  const before = { domain: 'a.test', settings: { name: 'A', countries: ['NL'] } }
  const after = { domain: 'a.test', settings: { name: 'B', countries: ['NL'], niche: 2 } }
  expect(changesOf({ before, after })).toEqual([
    { name: 'name', before: 'A', after: 'B' },
    { name: 'niche', before: '', after: '2' },
  ])
})

test('of what is new, all is a change; long texts are cut', () => {
  expect(changesOf({ before: null, after: { markdown: 'x'.repeat(3000) } })).toEqual([
    { name: 'markdown', before: '', after: `${'x'.repeat(2000)}…` },
  ])
})
