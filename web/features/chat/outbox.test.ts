import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { dropOutgoing, outboxKey, putOutgoing, unacknowledged, updateOutbox, type OutgoingMessage } from './outbox.ts'

const waiting = (clientId: string, rest: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  clientId,
  body: `body of ${clientId}`,
  sentAt: '2026-03-01T10:00:00Z',
  problem: null,
  ...rest,
})

const idsOf = (outbox: readonly OutgoingMessage[]) => outbox.map(({ clientId }) => clientId)

describe('an outbox', () => {
  test('lists messages in the order in which they were written', () => {
    expect(idsOf(putOutgoing(putOutgoing([], waiting('a')), waiting('b')))).toEqual(['a', 'b'])
  })

  test('has one entry for all tries of a message, in its first place', () => {
    const outbox = [waiting('a', { problem: 'No connection.' }), waiting('b')]
    expect(putOutgoing(outbox, waiting('a'))).toEqual([waiting('a'), waiting('b')])
  })

  test('has two entries for the same text sent twice', () => {
    const outbox = putOutgoing([waiting('a', { body: 'Hello' })], waiting('b', { body: 'Hello' }))
    expect(idsOf(outbox)).toEqual(['a', 'b'])
  })

  test('loses only the message that is dropped', () => {
    expect(idsOf(dropOutgoing([waiting('a'), waiting('b'), waiting('c')], 'b'))).toEqual(['a', 'c'])
  })

  test('stays as it is when an unknown message is dropped', () => {
    expect(idsOf(dropOutgoing([waiting('a')], 'x'))).toEqual(['a'])
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
