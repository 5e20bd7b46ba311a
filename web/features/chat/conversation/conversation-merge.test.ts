import { describe, expect, test } from 'vitest'
import {
  appendMessage,
  mergeFetched,
  mergeMessages,
  mergeOlderMessages,
  movePositions,
  needsRefetch,
  olderMessagesInput,
  replaceMessage,
  withPresence,
} from './conversation-merge.ts'
import { openConversation as open, seqsOf, testMessage as message } from './test-conversation.ts'

const seqs = (messages: { seq: number }[]) => messages.map(({ seq }) => seq)

describe('mergeMessages', () => {
  test('a message that comes twice or out of order is there once and in order', () => {
    expect(seqs(mergeMessages([message(3), message(1)], [message(2), message(3)]))).toEqual([1, 2, 3])
  })

  test('the added version of a message replaces the known one', () => {
    expect(mergeMessages([message(1, { body: 'old' })], [message(1, { body: 'new' })])).toEqual([
      message(1, { body: 'new' }),
    ])
  })

  test('two empty lists stay empty', () => {
    expect(mergeMessages([], [])).toEqual([])
  })

  test('neither list is changed', () => {
    const cached = [message(2)]
    mergeMessages(cached, [message(1)])
    expect(seqs(cached)).toEqual([2])
  })
})

test('a partner who went offline was active today', () => {
  const online = withPresence(open({ seqs: [1] }), true).conversation
  expect([online.profile.isOnline, online.lastSeen]).toEqual([true, 'online'])
  const offline = withPresence(open({ seqs: [1] }), false).conversation
  expect([offline.profile.isOnline, offline.lastSeen]).toEqual([false, 'today'])
})

describe('mergeFetched', () => {
  test('the first fetch is taken as it is', () => {
    const fetched = open({ seqs: [1, 2] })
    expect(mergeFetched(undefined, fetched)).toBe(fetched)
  })

  test('another conversation replaces the cached one', () => {
    const fetched = open({ id: 'd', seqs: [1] })
    expect(mergeFetched(open({ seqs: [1, 2, 3] }), fetched)).toBe(fetched)
  })

  test('the conversation that a first message started replaces the empty one', () => {
    const fetched = open({ seqs: [1] })
    expect(mergeFetched(open({ id: null }), fetched)).toBe(fetched)
  })

  test('older messages that connect to the fetched ones stay', () => {
    const cached = open({ seqs: [1, 2, 3, 4], hasMore: false })
    const merged = mergeFetched(cached, open({ seqs: [4, 5], hasMore: true }))
    expect(seqsOf(merged)).toEqual([1, 2, 3, 4, 5])
    expect(merged.hasMore).toBe(false)
  })

  test('older messages that end right before the fetched ones stay', () => {
    const cached = open({ seqs: [1, 2, 3], hasMore: true })
    const merged = mergeFetched(cached, open({ seqs: [4, 5], hasMore: true }))
    expect(seqsOf(merged)).toEqual([1, 2, 3, 4, 5])
    expect(merged.hasMore).toBe(true)
  })

  test('older messages with a gap before the fetched ones are dropped', () => {
    const fetched = open({ seqs: [8, 9], hasMore: true })
    expect(mergeFetched(open({ seqs: [1, 2], hasMore: false }), fetched)).toMatchObject(fetched)
  })

  test('a message that arrived after a gap does not connect what is before the gap', () => {
    const cache = appendMessage(open({ seqs: [1, 2], hasMore: false }), message(9))
    for (const seqsOfReply of [
      [7, 8, 9],
      [7, 8],
    ]) {
      const merged = mergeFetched(cache, open({ seqs: seqsOfReply, hasMore: true }))
      expect(seqsOf(merged)).toEqual([7, 8, 9])
      expect(merged.hasMore).toBe(true)
    }
  })

  test('of older messages with a gap those after it stay, and the others can be loaded', () => {
    const cache = open({ seqs: [1, 2, 5, 6], hasMore: false })
    const merged = mergeFetched(cache, open({ seqs: [7, 8], hasMore: true }))
    expect(seqsOf(merged)).toEqual([5, 6, 7, 8])
    expect(merged.hasMore).toBe(true)
  })

  test('messages that were hidden in the meantime are dropped', () => {
    expect(seqsOf(mergeFetched(open({ seqs: [1, 2, 3] }), open({ seqs: [3], hasMore: false })))).toEqual([3])
    expect(seqsOf(mergeFetched(open({ seqs: [1, 2, 3] }), open({ lastSeq: 3, hasMore: false })))).toEqual([])
  })

  test('messages that arrived during the fetch stay', () => {
    const merged = mergeFetched(open({ seqs: [1, 2, 3] }), open({ seqs: [1, 2] }))
    expect(seqsOf(merged)).toEqual([1, 2, 3])
    expect(merged.conversation.lastSeq).toBe(3)
  })

  test('read positions never move back', () => {
    const cached = open({ seqs: [1, 2, 3], readSeq: 3, partnerReadSeq: 1 })
    const merged = mergeFetched(cached, open({ seqs: [1, 2, 3], readSeq: 1, partnerReadSeq: 2 }))
    expect(merged.conversation).toMatchObject({ readSeq: 3, partnerReadSeq: 2 })
  })

  test('price and reason not to send come from the server', () => {
    const fetched = open({ seqs: [1], prices: { text: 3, photo: 3, voice: 3, gift: 4 }, rejection: 'blocked' })
    expect(mergeFetched(open({ seqs: [1] }), fetched).conversation).toMatchObject({
      prices: { text: 3 },
      rejection: 'blocked',
    })
  })

  test('an unchanged conversation is the same object, so that nothing is rendered again', () => {
    const cached = open({ seqs: [1, 2] })
    expect(mergeFetched(cached, open({ seqs: [1, 2] }))).toBe(cached)
  })
})

describe('older messages', () => {
  test('are requested before the first known one', () => {
    expect(olderMessagesInput(open({ seqs: [7, 8], hasMore: true }))).toEqual({ conversationId: 'c', before: 7 })
  })

  test.each([
    ['all are loaded', open({ seqs: [1, 2], hasMore: false })],
    ['the conversation was not started', open({ id: null, hasMore: true })],
    ['no message is known', open({ hasMore: true })],
  ])('are not requested if %s', (_why, conversation) => {
    expect(olderMessagesInput(conversation)).toBeNull()
  })

  test('are put before the known ones, and the page says whether there are more', () => {
    const page = { messages: [message(5), message(6)], hasMore: false }
    const merged = mergeOlderMessages(open({ seqs: [6, 7], hasMore: true }), page)
    expect(seqsOf(merged)).toEqual([5, 6, 7])
    expect(merged.hasMore).toBe(false)
  })

  test('that do not reach the known ones any more are left out', () => {
    // The conversation was fetched again meanwhile, and the messages before did not connect.
    const cache = open({ seqs: [60, 61], hasMore: true })
    expect(mergeOlderMessages(cache, { messages: [message(5), message(6)], hasMore: false })).toBe(cache)
  })
})

describe('a new message', () => {
  test('is appended and is the last one', () => {
    const appended = appendMessage(open({ seqs: [1, 2] }), message(3))
    expect(seqsOf(appended)).toEqual([1, 2, 3])
    expect(appended.conversation.lastSeq).toBe(3)
  })

  test('that comes twice is there once', () => {
    const appended = appendMessage(appendMessage(open({ seqs: [1, 2] }), message(3)), message(3))
    expect(seqsOf(appended)).toEqual([1, 2, 3])
    expect(appended.conversation.lastSeq).toBe(3)
  })

  test('gives a conversation that was not started its id', () => {
    expect(appendMessage(open({ id: null }), message(1)).conversation.id).toBe('c')
  })

  test('that is late does not move the last number back', () => {
    const appended = appendMessage(open({ seqs: [1, 3] }), message(2))
    expect(seqsOf(appended)).toEqual([1, 2, 3])
    expect(appended.conversation.lastSeq).toBe(3)
  })

  test.each([
    ['the next one', { seqs: [1] }, 2, false],
    ['one that is known already', { seqs: [1, 2] }, 2, false],
    ['one after a gap', { seqs: [1] }, 3, true],
    ['the first of all', { id: null }, 1, true],
  ])('calls for a refetch or not: %s', (_which, options, seq, expected) => {
    expect(needsRefetch(open(options), { seq })).toBe(expected)
  })
})

describe('positions', () => {
  test('move forward, each for itself', () => {
    const cached = open({ seqs: [1, 2, 3], readSeq: 1, partnerReadSeq: 1, partnerDeliveredSeq: 1 })
    const moved = movePositions(cached, { partnerDeliveredSeq: 3, partnerReadSeq: 2 })
    expect(moved.conversation).toMatchObject({ readSeq: 1, partnerReadSeq: 2, partnerDeliveredSeq: 3 })
  })

  test('that are reported late do not move back', () => {
    const cached = open({ seqs: [1, 2, 3], readSeq: 3 })
    expect(movePositions(cached, { readSeq: 2 }).conversation.readSeq).toBe(3)
  })
})

describe('a changed message', () => {
  test('takes the place of the known one', () => {
    const changed = message(2, { reactions: { sender: null, receiver: '👍' } })
    expect(replaceMessage(open({ seqs: [1, 2, 3] }), changed).messages).toEqual([message(1), changed, message(3)])
  })

  test('that was deleted for both stays deleted, also when a reaction to it fails or is answered later', () => {
    const { body: _, ...rest } = message(2)
    const cached = replaceMessage(open({ seqs: [1, 2, 3] }), { ...rest, kind: 'deleted' })
    expect(replaceMessage(cached, message(2)).messages[1]?.kind).toBe('deleted')
    expect(appendMessage(cached, message(2)).messages[1]?.kind).toBe('deleted')
  })

  test('that is not loaded is not added', () => {
    const cached = open({ seqs: [5, 6], hasMore: true })
    expect(replaceMessage(cached, message(2))).toBe(cached)
  })
})
