import { describe, expect, test } from 'vitest'
import { creditsLeft, kindOfSearch, memberState } from './rules.ts'

const at = new Date('2026-11-01T10:00:00Z')
const active = { confirmedAt: at, pausedAt: null, deletedAt: null, disabledAt: null }

describe('the state of an account', () => {
  test.each([
    ['active', {}],
    ['unconfirmed', { confirmedAt: null }],
    ['paused', { pausedAt: at }],
    ['deleted', { pausedAt: at, deletedAt: at }],
    ['disabled', { deletedAt: at, disabledAt: at }],
  ])('is %s', (state, change) => {
    expect(memberState({ ...active, ...change })).toBe(state)
  })
})

test.each([
  ['lina@example.com', 'address'],
  ['+31 6 1234 5678', 'phone'],
  ['0031612345678', 'phone'],
  ['tr_abc123', 'name'],
  ['+1', 'name'],
  ['Lina', 'name'],
])('%s is searched as %s', (text, kind) => {
  expect(kindOfSearch(text)).toBe(kind)
})

test('support has a small limit of credits, moderators have none', () => {
  expect(creditsLeft('support', 100)).toBe(400)
  expect(creditsLeft('support', 900)).toBe(0)
  expect(creditsLeft('moderator', 0)).toBe(0)
  expect(creditsLeft('owner', 0)).toBeGreaterThan(creditsLeft('manager', 0))
})
