import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Message } from '#contract/chat.ts'
import { addMessage, continued, type OpenConversation } from './conversation-cache.ts'
import { conversationQuery, conversationWithQuery } from './queries.ts'
import { chatHandlers } from './realtime.ts'

test('older messages that lead up to the fetched ones stay', () => {
  const known = open({ seqs: [1, 2, 3, 4], hasMore: false })
  expect(shown(continued(known, open({ seqs: [4, 5], hasMore: true })))).toEqual([1, 2, 3, 4, 5])
  expect(continued(known, open({ seqs: [4, 5], hasMore: true })).hasMore).toBe(false)
})

test('older messages with a gap before the fetched ones are left to be scrolled to', () => {
  const fetched = open({ seqs: [8, 9], hasMore: true })
  expect(continued(open({ seqs: [1, 2], hasMore: false }), fetched)).toMatchObject(fetched)
})

test('what was hidden meanwhile goes', () => {
  expect(shown(continued(open({ seqs: [1, 2, 3] }), open({ seqs: [3], hasMore: false })))).toEqual([3])
})

test('what arrived while it was fetched stays, and reading never goes back', () => {
  const known = open({ seqs: [1, 2, 3], readSeq: 3 })
  const both = continued(known, open({ seqs: [1, 2], readSeq: 1 }))
  expect(shown(both)).toEqual([1, 2, 3])
  expect(both.conversation).toMatchObject({ lastSeq: 3, readSeq: 3 })
})

test('the same again is the same object, so nothing is drawn anew', () => {
  const known = open({ seqs: [1, 2] })
  expect(continued(known, open({ seqs: [1, 2] }))).toBe(known)
})

test('a message that comes while the conversation is being fetched is not lost', async () => {
  const client = new QueryClient()
  const answer = Promise.withResolvers<OpenConversation>()
  const loaded = client.query({ ...conversationQuery('c'), queryFn: () => answer.promise })
  chatHandlers.message?.({ type: 'message', conversationId: 'c', message: message(2) }, client)
  answer.resolve(open({ seqs: [1] }))
  await loaded
  await vi.waitFor(() => expect(shown(client.getQueryData(conversationQuery('c').queryKey))).toEqual([1, 2]))
})

test('the first words of the partner give a conversation its id and are told by a look at the server', () => {
  const client = new QueryClient()
  const { queryKey } = conversationWithQuery('ana')
  const look = vi.spyOn(client, 'invalidateQueries')
  client.setQueryData(queryKey, open({ id: null, seqs: [] }))
  addMessage(client, 'ana', message(1))
  expect(look).toHaveBeenCalled()
})

test('a gap is fetched, the next message is just added', () => {
  const client = new QueryClient()
  const look = vi.spyOn(client, 'invalidateQueries')
  const { queryKey } = conversationQuery('c')
  client.setQueryData(queryKey, open({ seqs: [1] }))
  addMessage(client, 'ana', message(2))
  expect(shown(client.getQueryData(queryKey))).toEqual([1, 2])
  expect(look).not.toHaveBeenCalled()
  addMessage(client, 'ana', message(4))
  expect(look).toHaveBeenCalled()
})

function open({ id = 'c', seqs, hasMore = false, readSeq = 0 }: Wish): OpenConversation {
  const profile = { id: 'ana', name: 'Ana' } as OpenConversation['conversation']['profile']
  return {
    conversation: {
      id,
      profile,
      readSeq,
      partnerReadSeq: 0,
      lastSeq: seqs.at(-1) ?? 0,
      messageCredits: 1,
      rejection: null,
    },
    messages: seqs.map(message),
    hasMore,
  }
}

interface Wish {
  id?: string | null
  seqs: number[]
  hasMore?: boolean
  readSeq?: number
}

function message(seq: number): Message {
  const sentAt = new Date(seq * 1000).toISOString()
  return { conversationId: 'c', seq, clientId: `client ${seq}`, senderId: 'ana', kind: 'text', body: 'hello', sentAt }
}

function shown(conversation: OpenConversation | undefined) {
  return conversation?.messages.map(({ seq }) => seq)
}
