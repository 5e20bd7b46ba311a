import { expect, test } from 'vitest'
import { readDismissals, storeDismissal } from '#web/api/dismissals.ts'
import { readClosed, storeClosed } from './entry-warning.ts'

const at = new Date('2026-11-22T20:00:00Z')

function storageWith(text: string | null) {
  let stored = text
  return { getItem: () => stored, setItem: (_key: string, value: string) => (stored = value) === value }
}

test('what is closed on a landing page is closed on all pages, and keeps what was closed before', () => {
  const storage = storageWith(null)
  storeDismissal(storage, { name: 'push', at })
  storeClosed(storage, at)
  expect(readDismissals(storage)).toEqual({ push: at.toISOString(), 'site-entry': at.toISOString() })
})

test('what is closed on another page is closed on landing pages', () => {
  const storage = storageWith(null)
  expect(readClosed(storage)).toEqual({})
  storeDismissal(storage, { name: 'site-entry', at })
  expect(readClosed(storage)).toHaveProperty('site-entry')
})

test.each([null, '{', 'null', '"text"'])('of a storage with %j nothing counts', (text) => {
  expect(readClosed(storageWith(text))).toEqual({})
})
