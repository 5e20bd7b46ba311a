import { describe, expect, test } from 'vitest'
import { MAX_COMBINING_MARKS, MESSAGES_PAGE_SIZE } from '#contract/limits.ts'
import {
  cleanText,
  historyStart,
  isDateInRange,
  mayNotifyAgain,
  messageRejection,
  previewOf,
  rejectionReason,
  statusOf,
  validateText,
  type MessageState,
  type PairState,
} from './rules.ts'

const allowed: PairState = {
  isBlocked: false,
  hasLeft: false,
  isPartnerConfirmed: true,
  hasConversation: false,
  isPremium: false,
  isMatch: false,
  startedCount: 0,
}

describe('rejectionReason', () => {
  test('a free member can start two conversations, not three', () => {
    expect(rejectionReason({ ...allowed, startedCount: 1 })).toBeNull()
    expect(rejectionReason({ ...allowed, startedCount: 2 })).toBe('conversation_limit')
  })

  test('a premium member can start any number', () => {
    expect(rejectionReason({ ...allowed, isPremium: true, startedCount: 50 })).toBeNull()
  })

  test('answering does not count', () => {
    expect(rejectionReason({ ...allowed, isMatch: true, startedCount: 2 })).toBeNull()
    expect(rejectionReason({ ...allowed, hasConversation: true, startedCount: 2 })).toBeNull()
  })

  test('a reply to an unconfirmed member is rejected', () => {
    expect(rejectionReason({ ...allowed, hasConversation: true, isPartnerConfirmed: false })).toBe('cannot_reply_yet')
  })

  test('a message to a member who left is rejected', () => {
    expect(rejectionReason({ ...allowed, hasLeft: true, isPartnerConfirmed: false })).toBe('partner_left')
  })

  test('a block takes precedence over every other reason, also for premium members', () => {
    expect(rejectionReason({ ...allowed, isBlocked: true, hasLeft: true, isPremium: true })).toBe('blocked')
  })
})

describe('messageRejection', () => {
  const content = { isAnsweredShown: true, isQuoteShown: true, isDateAllowed: true, isUploadUnsent: true }
  const payable = { kind: 'photo', ...content, price: 2, maxPrice: 2, balance: 2 }

  test('a message is sent for what its sender was shown, and for all that is left', () => {
    expect(messageRejection(payable)).toBeNull()
    expect(messageRejection({ ...payable, maxPrice: null })).toBeNull()
    expect(messageRejection({ ...payable, maxPrice: 1 })).toBe('chat.price_changed')
    expect(messageRejection({ ...payable, balance: 1 })).toBe('credits.insufficient')
  })

  test('what cannot be sent at any price comes first', () => {
    const tooDear = { ...payable, maxPrice: 1, balance: 0 }
    expect(messageRejection(tooDear)).toBe('chat.price_changed')
    expect(messageRejection({ ...tooDear, isUploadUnsent: false })).toBe('chat.photo_not_found')
    expect(messageRejection({ ...tooDear, isUploadUnsent: false, isDateAllowed: false })).toBe('chat.date_out_of_range')
    expect(messageRejection({ ...tooDear, kind: 'voice', isUploadUnsent: false })).toBe('chat.voice_not_found')
    expect(messageRejection({ ...tooDear, isUploadUnsent: false, isQuoteShown: false })).toBe('chat.quote_not_found')
    expect(messageRejection({ ...tooDear, isQuoteShown: false, isAnsweredShown: false })).toBe('chat.message_not_found')
  })
})

describe('texts', () => {
  test('the limit counts code points, not bytes', () => {
    expect(validateText('🥰'.repeat(10), 10)).toBeNull()
    expect(validateText('🥰'.repeat(11), 10)).toBe('chat.too_long')
  })

  test('a text of white space only is empty', () => {
    expect(validateText(cleanText(' \n\t '), 10)).toBe('chat.empty')
  })

  test('characters that PostgreSQL cannot store are removed', () => {
    expect(cleanText('a\0b \ud800')).toBe('ab \ufffd')
  })

  test('a preview is one line of limited length', () => {
    expect(previewOf('Hello\n\nyou')).toBe('Hello you')
    expect([...previewOf('🥰'.repeat(200))]).toHaveLength(100)
  })
})

test('a date is over when it is over everywhere, and at most a year ahead', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(isDateInRange({ when: '2026-11-21T00:01', now })).toBe(true)
  expect(isDateInRange({ when: '2026-11-21T00:00', now })).toBe(false)
  expect(isDateInRange({ when: '2027-11-22T12:00', now })).toBe(true)
  expect(isDateInRange({ when: '2027-11-24T12:00', now })).toBe(false)
})

test('history is limited to one year', () => {
  expect(historyStart(new Date('2026-11-21T12:00:00Z')).toISOString()).toBe('2025-11-21T12:00:00.000Z')
})

describe('mayNotifyAgain', () => {
  const unread: MessageState = { isBlocked: false, hasLeft: false, lastSeq: 7, clearedSeq: 0, partnerReadSeq: 6 }

  test('a message that the partner has not read notifies again', () => {
    expect(mayNotifyAgain(unread, { seq: 7 })).toBe(true)
    expect(mayNotifyAgain({ ...unread, partnerReadSeq: null, clearedSeq: null }, { seq: 1 })).toBe(true)
  })

  test.each([
    ['the partner has read it', { partnerReadSeq: 7 }],
    ['the sender has deleted it', { clearedSeq: 7 }],
    ['one has blocked the other', { isBlocked: true }],
    ['the partner has left', { hasLeft: true }],
    ['a page of newer messages followed', { lastSeq: 7 + MESSAGES_PAGE_SIZE }],
  ])('not when %s', (_, change) => {
    expect(mayNotifyAgain({ ...unread, ...change }, { seq: 7 })).toBe(false)
  })

  test('the oldest message of the latest page notifies again', () => {
    expect(mayNotifyAgain({ ...unread, lastSeq: 6 + MESSAGES_PAGE_SIZE }, { seq: 7 })).toBe(true)
  })
})

describe('a cleaned text', () => {
  test.each([
    ['lone surrogates', 'a\ud800b', 'a\ufffdb'],
    ['signs that reverse what follows', '\u202egnp.exe\u202c \u2067x\u2069', 'gnp.exe x'],
    ['control characters', 'a\0\u0007\u001b[31m\u0085b', 'a[31mb'],
    ['other line ends', 'a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
  ])('has no %s', (_, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned)
  })

  test('keeps what languages and emoji need', () => {
    for (const text of ['a\tb\nc', '\u200fשלום', 'นํ้า', 'ё́', '👩‍❤️‍💋‍👩', '🏳️‍🌈', 'क्षि', '<b>&amp;</b>'])
      expect(cleanText(text)).toBe(text)
  })

  test('has few marks on one character', () => {
    const zalgo = `H${'\u0301'.repeat(25_000)}i${'\u0336'.repeat(3)}`
    expect(cleanText(zalgo)).toBe(`H${'\u0301'.repeat(MAX_COMBINING_MARKS)}i${'\u0336'.repeat(3)}`)
  })

  test.each([
    ['joiners', '\u200d'],
    ['spaces without width', '\u200b'],
    ['soft hyphens', '\u00ad'],
  ])('has few marks on one character, also with %s between them', (_, sign) => {
    const pile = `${'\u0301'.repeat(MAX_COMBINING_MARKS)}${sign}`
    const cleaned = cleanText(`H${pile.repeat(90)}i`)
    expect(cleaned).toBe(`H${'\u0301'.repeat(MAX_COMBINING_MARKS)}i`)
  })

  test.each(['', '\u200b\u200d', '\u3164', '\u2800', '\ufe0f', '\u202e', '\u00ad'])(
    'without a visible character is empty: %j',
    (text) => {
      expect(validateText(cleanText(text), 10)).toBe('chat.empty')
    },
  )
})

describe('statusOf', () => {
  const last = { lastSeq: 5, isMine: true, partnerDeliveredSeq: 0, partnerReadSeq: 0 }

  test.each([
    [{}, 'sent'],
    [{ partnerDeliveredSeq: 5 }, 'delivered'],
    [{ partnerDeliveredSeq: 5, partnerReadSeq: 5 }, 'read'],
    [{ partnerDeliveredSeq: 4, partnerReadSeq: 4 }, 'sent'],
    [{ isMine: false, partnerReadSeq: 5 }, 'sent'],
  ] as const)('of %o is %s', (marks, status) => {
    expect(statusOf({ ...last, ...marks })).toBe(status)
  })
})
