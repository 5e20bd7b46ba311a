import { describe, expect, test } from 'vitest'
import { readDismissals, storeDismissal } from './dismissals.ts'

function storageWith(text: string | null) {
  const stored = { text }
  return {
    stored,
    getItem: () => stored.text,
    setItem: (_key: string, value: string) => {
      stored.text = value
      return true
    },
  }
}

const at = new Date('2026-11-21T20:00:00Z')

describe('dismissals', () => {
  test('are stored with their time, and keep those before', () => {
    const storage = storageWith(null)
    storeDismissal(storage, { name: 'push', at })
    storeDismissal(storage, { name: 'enrich-profile', at: new Date(at.getTime() + 1000) })
    expect(readDismissals(storage)).toEqual({
      push: '2026-11-21T20:00:00.000Z',
      'enrich-profile': '2026-11-21T20:00:01.000Z',
    })
  })

  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['another type', '[1]'],
    ['a null', 'null'],
    ['a time that is none', '{"push":"yesterday"}'],
    ['a name that does not exist', '{"everything":"2026-11-21T20:00:00.000Z"}'],
  ])('of a storage with %s nothing counts', (_, text) => {
    expect(readDismissals(storageWith(text))).toEqual({})
  })

  test('replace a value that is not valid', () => {
    const storage = storageWith('{')
    storeDismissal(storage, { name: 'push', at })
    expect(Object.keys(readDismissals(storage))).toEqual(['push'])
  })

  test('do not fail where the browser stores nothing', () => {
    const full = { getItem: () => null, setItem: () => false }
    expect(() => storeDismissal(full, { name: 'time-bonus', at })).not.toThrow()
  })
})
