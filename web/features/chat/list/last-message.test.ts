import { expect, test } from 'vitest'
import { hasAuthor, lastMessageKey } from './last-message.ts'

test.each([
  [{ kind: 'text', preview: 'match' }, null],
  [{ kind: 'photo', preview: '' }, 'photo'],
  [{ kind: 'gift', preview: 'rose' }, 'gift'],
  [{ kind: 'deleted', preview: '' }, 'deleted'],
  [{ kind: 'system', preview: 'match' }, 'match'],
  [{ kind: 'system', preview: 'photos_granted' }, 'photosOpened'],
] as const)('%o is shown as %s', (last, key) => {
  expect(lastMessageKey(last)).toBe(key)
})

test('notices and deleted messages have no author', () => {
  expect(['text', 'photo', 'gift'].every((kind) => hasAuthor({ kind: kind as 'text' }))).toBe(true)
  expect([hasAuthor({ kind: 'system' }), hasAuthor({ kind: 'deleted' })]).toEqual([false, false])
})
