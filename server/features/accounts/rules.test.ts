import { describe, expect, test } from 'vitest'
import { emailKey, forgive, linkState, lockMinutes, minutesLeft, nextAttempt, type Attempts } from './rules.ts'

const start = new Date('2026-06-15T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

/** So many attempts in a row at one moment; the last one's outcome. */
function attempts(count: number, at: Date, before: Attempts | null = null) {
  let last = nextAttempt(before, at)
  for (let made = 1; made < count; made += 1) last = nextAttempt(last, at)
  return last
}

describe('the lock of the log-in', () => {
  test('closes with the fifth attempt, which may still be tried', () => {
    expect(attempts(4, start)).toMatchObject({ mayTry: true, lockedUntil: null })
    expect(attempts(5, start)).toMatchObject({ mayTry: true, lockedUntil: after(15) })
  })

  test('refuses what comes while it is closed, and is not made longer by it', () => {
    expect(attempts(50, start)).toMatchObject({ mayTry: false, lockedUntil: after(15) })
  })

  test('opens after 15 minutes, and then closes for twice as long', () => {
    const closed = attempts(5, start)
    expect(nextAttempt(closed, after(14.9))).toMatchObject({ mayTry: false })
    expect(nextAttempt(closed, after(15))).toMatchObject({ mayTry: true, failures: 1, lockedUntil: null })
    expect(attempts(5, after(15), closed)).toMatchObject({ mayTry: true, lockedUntil: after(45) })
  })

  test('is never closed for more than a day', () => {
    expect(lockMinutes(0)).toBe(15)
    expect(lockMinutes(3)).toBe(120)
    expect(lockMinutes(60)).toBe(24 * 60)
  })

  test('forgets failures after 15 quiet minutes and earlier locks after a quiet day', () => {
    expect(nextAttempt(attempts(4, start), after(14))).toMatchObject({ failures: 5 })
    expect(nextAttempt(attempts(4, start), after(15))).toMatchObject({ failures: 1, lockedUntil: null })
    const closed = attempts(5, start)
    expect(attempts(5, after(15 + 24 * 60), closed)).toMatchObject({ locks: 1 })
  })

  test('opens again for an attempt that closed it and was right', () => {
    const counted = attempts(5, start)
    expect(forgive(counted, counted)).toMatchObject({ failures: 4, locks: 0, lockedUntil: null })
  })

  test('stays closed when another attempt closed it meanwhile', () => {
    const counted = attempts(4, start)
    const current = nextAttempt(counted, after(1))
    expect(forgive(current, counted)).toMatchObject({ failures: 4, locks: 1, lockedUntil: after(16) })
  })

  test('says the minutes that are left, never 0', () => {
    expect(minutesLeft(after(15), start)).toBe(15)
    expect(minutesLeft(after(15), after(0.5))).toBe(15)
    expect(minutesLeft(after(15), after(14.99))).toBe(1)
  })
})

test('an address is the same however it is written', () => {
  expect(emailKey('  Anna.Berg@Example.COM ')).toBe('anna.berg@example.com')
})

test('a link is fresh, then used, then invalid', () => {
  const link = { expiresAt: after(10), usedAt: null }
  expect(linkState(link, start)).toBe('fresh')
  expect(linkState({ ...link, usedAt: start }, start)).toBe('used')
  expect(linkState({ ...link, usedAt: start }, after(10))).toBe('invalid')
  expect(linkState(undefined, start)).toBe('invalid')
})
