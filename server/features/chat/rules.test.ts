import { describe, expect, test } from 'vitest'
import { cleanText, historyStart, previewOf, rejectionReason, validateText, type PairState } from './rules.ts'

const allowed: PairState = {
  isBlocked: false,
  hasLeft: false,
  isPartnerConfirmed: true,
  hasConversation: false,
  isPremium: false,
  startedCount: 0,
}

describe('who may write to whom', () => {
  test('a free member starts two conversations and no third', () => {
    expect(rejectionReason({ ...allowed, startedCount: 1 })).toBeNull()
    expect(rejectionReason({ ...allowed, startedCount: 2 })).toBe('conversation_limit')
  })

  test('a premium member starts as many as she likes', () => {
    expect(rejectionReason({ ...allowed, isPremium: true, startedCount: 50 })).toBeNull()
  })

  test('answering never counts', () => {
    expect(rejectionReason({ ...allowed, hasConversation: true, startedCount: 2 })).toBeNull()
  })

  test('nobody replies to an unconfirmed member', () => {
    expect(rejectionReason({ ...allowed, hasConversation: true, isPartnerConfirmed: false })).toBe('cannot_reply_yet')
  })

  test('a member who left gets nothing', () => {
    expect(rejectionReason({ ...allowed, hasLeft: true, isPartnerConfirmed: false })).toBe('partner_left')
  })

  test('a block stands before everything else, premium or not', () => {
    expect(rejectionReason({ ...allowed, isBlocked: true, hasLeft: true, isPremium: true })).toBe('blocked')
  })
})

describe('texts', () => {
  test('the limit counts characters as people do, not bytes', () => {
    expect(validateText('🥰'.repeat(10), 10)).toBeNull()
    expect(validateText('🥰'.repeat(11), 10)).toBe('chat.too_long')
  })

  test('a text of nothing but space is empty', () => {
    expect(validateText(cleanText(' \n\t '), 10)).toBe('chat.empty')
  })

  test('what PostgreSQL cannot keep is left out', () => {
    expect(cleanText('a\0b \ud800')).toBe('ab \ufffd')
  })

  test('a preview is one line of at most 100 characters', () => {
    expect(previewOf('Hello\n\nyou')).toBe('Hello you')
    expect([...previewOf('🥰'.repeat(200))]).toHaveLength(100)
  })
})

test('history goes back 365 days', () => {
  expect(historyStart(new Date('2026-11-21T12:00:00Z')).toISOString()).toBe('2025-11-21T12:00:00.000Z')
})
