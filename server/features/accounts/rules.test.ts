import { describe, expect, test } from 'vitest'
import {
  emailKey,
  linkState,
  lockMinutes,
  minutesLeft,
  nextAttempt,
  toLanguage,
  undoAttempt,
  type Attempts,
} from './rules.ts'

const start = new Date('2026-06-15T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

/** Counts attempts made at one moment. Returns the outcome of the last one. */
function attempts(count: number, at: Date, before: Attempts | null = null) {
  let last = nextAttempt(before, at)
  for (let made = 1; made < count; made += 1) last = nextAttempt(last, at)
  return last
}

describe('the log-in lock', () => {
  test('is set by the fifth attempt, which may still be tried', () => {
    expect(attempts(4, start)).toMatchObject({ mayTry: true, lockedUntil: null })
    expect(attempts(5, start)).toMatchObject({ mayTry: true, lockedUntil: after(15) })
  })

  test('rejects attempts until it expires and is not extended by them', () => {
    expect(attempts(50, start)).toMatchObject({ mayTry: false, lockedUntil: after(15) })
  })

  test('expires after 15 minutes; the next one lasts twice as long', () => {
    const locked = attempts(5, start)
    expect(nextAttempt(locked, after(14.9))).toMatchObject({ mayTry: false })
    expect(nextAttempt(locked, after(15))).toMatchObject({ mayTry: true, failures: 1, lockedUntil: null })
    expect(attempts(5, after(15), locked)).toMatchObject({ mayTry: true, lockedUntil: after(45) })
  })

  test('never lasts longer than a day', () => {
    expect(lockMinutes(0)).toBe(15)
    expect(lockMinutes(3)).toBe(120)
    expect(lockMinutes(60)).toBe(24 * 60)
  })

  test('ignores failures older than 15 minutes and locks older than a day', () => {
    expect(nextAttempt(attempts(4, start), after(14))).toMatchObject({ failures: 5 })
    expect(nextAttempt(attempts(4, start), after(15))).toMatchObject({ failures: 1, lockedUntil: null })
    const locked = attempts(5, start)
    expect(attempts(5, after(15 + 24 * 60), locked)).toMatchObject({ locks: 1 })
  })

  test('is removed when the attempt that set it succeeds', () => {
    const counted = attempts(5, start)
    expect(undoAttempt(counted, counted)).toMatchObject({ failures: 4, locks: 0, lockedUntil: null })
  })

  test('stays when another attempt set it meanwhile', () => {
    const counted = attempts(4, start)
    const current = nextAttempt(counted, after(1))
    expect(undoAttempt(current, counted)).toMatchObject({ failures: 4, locks: 1, lockedUntil: after(16) })
  })

  test('reports whole minutes, at least 1', () => {
    expect(minutesLeft(after(15), start)).toBe(15)
    expect(minutesLeft(after(15), after(0.5))).toBe(15)
    expect(minutesLeft(after(15), after(14.99))).toBe(1)
  })
})

test('addresses are compared without regard to case and surrounding spaces', () => {
  expect(emailKey('  Anna.Berg@Example.COM ')).toBe('anna.berg@example.com')
})

test('a link is fresh, used or invalid', () => {
  const link = { expiresAt: after(10), usedAt: null }
  expect(linkState(link, start)).toBe('fresh')
  expect(linkState({ ...link, usedAt: start }, start)).toBe('used')
  expect(linkState({ ...link, usedAt: start }, after(10))).toBe('invalid')
  expect(linkState(undefined, start)).toBe('invalid')
})

test('a stored language without a catalogue falls back to the default', () => {
  expect(toLanguage('fr')).toBe('fr')
  expect(toLanguage('tlh')).toBe('en')
})
