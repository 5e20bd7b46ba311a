import { describe, expect, test } from 'vitest'
import { createCursors } from './cursors.ts'

const secret = 'a secret of at least thirty-two characters'
const key = { at: new Date('2026-11-21T08:00:00.123Z'), id: 2 ** 52 + 1 }

describe('cursors', () => {
  const cursors = createCursors({ secret }, 'search')

  test('a cursor opens to the key that was sealed', () => {
    expect(cursors.open(cursors.seal(key))).toEqual(key)
  })

  test('a cursor reveals neither the id nor the instant', () => {
    const first = Buffer.from(cursors.seal(key), 'base64url')
    const second = Buffer.from(cursors.seal({ ...key, id: key.id + 1 }), 'base64url')
    const equalBytes = [...first].filter((byte, index) => byte === second[index]).length
    expect(first).toHaveLength(16)
    expect(equalBytes).toBeLessThan(4)
  })

  test.each(['', 'x', 'AAAAAAAAAAAAAAAAAAAAAA', 'not a cursor at all, but long enough'])('%j is rejected', (cursor) => {
    expect(() => cursors.open(cursor)).toThrow('request.invalid')
  })

  test('a cursor of the former secret is opened, and new ones have the current secret', () => {
    const replaced = createCursors(
      { secret: 'another secret of thirty-two characters', previousSecret: secret },
      'search',
    )
    expect(replaced.open(cursors.seal(key))).toEqual(key)
    expect(replaced.open(replaced.seal(key))).toEqual(key)
    expect(() => cursors.open(replaced.seal(key))).toThrow('request.invalid')
  })

  test('a cursor of another list is rejected', () => {
    const other = createCursors({ secret }, 'likes')
    expect(() => other.open(cursors.seal(key))).toThrow('request.invalid')
  })
})
