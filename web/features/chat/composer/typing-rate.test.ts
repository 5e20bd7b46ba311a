import { describe, expect, test } from 'vitest'
import { TYPING_MS } from '#contract/limits.ts'
import { isTypingEventDue } from './typing-rate.ts'

describe('a sign of typing', () => {
  test('is sent with the first key', () => {
    expect(isTypingEventDue({ nowMs: Date.parse('2026-03-01T10:00:00Z'), lastSentAtMs: 0 })).toBe(true)
  })

  test('is not repeated before half of its time is over', () => {
    expect(isTypingEventDue({ nowMs: 1000 + TYPING_MS / 2 - 1, lastSentAtMs: 1000 })).toBe(false)
    expect(isTypingEventDue({ nowMs: 1000 + TYPING_MS / 2, lastSentAtMs: 1000 })).toBe(true)
  })

  test('is repeated before it is over, so that it does not flicker', () => {
    expect(isTypingEventDue({ nowMs: TYPING_MS, lastSentAtMs: 1 })).toBe(true)
  })
})
