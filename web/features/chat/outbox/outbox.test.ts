import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import {
  changeOutgoing,
  dropOutgoing,
  newOutgoing,
  nextOutgoing,
  outboxKey,
  putOutgoing,
  sentAgain,
  unacknowledged,
  updateOutbox,
  withShares,
  type OutboxMessage,
} from './outbox.ts'
import { outgoingText } from '#web/features/chat/conversation/test-conversation.ts'

const waiting = outgoingText

const problem = { code: 'credits.insufficient', params: {} } as const

const idsOf = (outbox: readonly OutboxMessage[]) => outbox.map(({ clientId }) => clientId)

describe('an outbox', () => {
  test('lists messages in the order in which they were written', () => {
    expect(idsOf(putOutgoing(putOutgoing([], waiting('a')), waiting('b')))).toEqual(['a', 'b'])
  })

  test('has one entry for all tries of a message, in its first place', () => {
    const outbox = [waiting('a', { problem }), waiting('b')]
    expect(putOutgoing(outbox, waiting('a'))).toEqual([waiting('a'), waiting('b')])
  })

  test('has two entries for the same text sent twice', () => {
    const content = { kind: 'text', body: 'Hello' } as const
    const [a, b] = [1, 2].map(() => newOutgoing(content, { price: 2, replyTo: null, now: new Date(0) }))
    const outbox = putOutgoing(putOutgoing([], { ...a!, clientId: 'a' }), { ...b!, clientId: 'b' })
    expect(idsOf(outbox)).toEqual(['a', 'b'])
  })

  test('loses only the message that is dropped', () => {
    expect(idsOf(dropOutgoing([waiting('a'), waiting('b'), waiting('c')], 'b'))).toEqual(['a', 'c'])
  })

  test('stays as it is when an unknown message is dropped', () => {
    expect(idsOf(dropOutgoing([waiting('a')], 'x'))).toEqual(['a'])
  })

  test('gives every message a client id of its own', () => {
    const content = { kind: 'text', body: 'Hello' } as const
    const ids = [1, 2].map(() => newOutgoing(content, { price: 2, replyTo: 7, now: new Date(0) }).clientId)
    expect(new Set(ids).size).toBe(2)
  })

  test('sends a message again at the price that the rejection has named, and else at the price of before', () => {
    const changed = { code: 'chat.price_changed', params: { count: 3 } } as const
    expect(sentAgain(waiting('a', { price: 1, problem: changed }))).toEqual(waiting('a', { price: 3 }))
    expect(sentAgain(waiting('a', { price: 1, problem }))).toEqual(waiting('a', { price: 1 }))
  })

  test('sends a message again without the quote of an answer that is gone, and with it otherwise', () => {
    const quote = { kind: 'answer', prompt: 'learning', text: 'Italian' } as const
    const gone = { code: 'chat.quote_not_found', params: {} } as const
    expect(sentAgain({ ...waiting('a', { problem: gone }), quote })).toEqual(waiting('a'))
    expect(sentAgain({ ...waiting('a', { problem }), quote })).toMatchObject({ quote, problem: null })
  })

  test('sends the first message that was not rejected', () => {
    expect(nextOutgoing([waiting('a', { problem }), waiting('b'), waiting('c')])?.clientId).toBe('b')
    expect(nextOutgoing([waiting('a', { problem })])).toBeUndefined()
  })

  test('that was stored has the upload progress of this tab', () => {
    const uploading = { ...waiting('a'), share: 0.5 }
    expect(withShares([waiting('a'), waiting('b')], [uploading])).toEqual([uploading, waiting('b')])
  })

  test('does not bring a message back that is gone', () => {
    expect(changeOutgoing([waiting('a')], 'x', { problem })).toEqual([waiting('a')])
  })

  test('does not count messages that have arrived', () => {
    const outbox = [waiting('a'), waiting('b')]
    expect(idsOf(unacknowledged(outbox, [{ clientId: 'a' }, { clientId: 'from the partner' }]))).toEqual(['b'])
  })
})

describe('the cached outbox', () => {
  test('starts empty', () => {
    const client = new QueryClient()
    updateOutbox(client, 'ana', (outbox) => putOutgoing(outbox, waiting('a')))
    expect(client.getQueryData(outboxKey('ana'))).toEqual([waiting('a')])
  })

  test('is separate for each member', () => {
    const client = new QueryClient()
    updateOutbox(client, 'ana', (outbox) => putOutgoing(outbox, waiting('a')))
    updateOutbox(client, 'ben', (outbox) => putOutgoing(outbox, waiting('b')))
    expect(client.getQueryData(outboxKey('ana'))).toEqual([waiting('a')])
    expect(client.getQueryData(outboxKey('ben'))).toEqual([waiting('b')])
  })

  test('is not collected while no page shows it', () => {
    const client = new QueryClient()
    updateOutbox(client, 'ana', (outbox) => putOutgoing(outbox, waiting('a')))
    expect(client.getQueryCache().find({ queryKey: outboxKey('ana') })?.options.gcTime).toBe(Infinity)
  })
})
