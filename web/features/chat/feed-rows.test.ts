import { expect, test } from 'vitest'
import type { Message } from '#contract/chat.ts'
import { mergeMessages } from './conversation-cache.ts'
import { feedRows } from './feed-rows.ts'

const me = 'me'
const she = 'she'

function message(seq: number, senderId: string, sentAt: string): Message {
  return { conversationId: 'c', seq, clientId: `client-${seq}`, senderId, kind: 'text', body: String(seq), sentAt }
}

const rowsOf = (messages: Message[], rest: Partial<Parameters<typeof feedRows>[0]> = {}) =>
  feedRows({ messages, outgoing: [], ownId: me, unread: { afterSeq: 99, upToSeq: 99 }, timeZone: 'UTC', ...rest })

test('messages of one sender within a minute stand together', () => {
  const rows = rowsOf([
    message(1, me, '2026-03-01T10:00:05Z'),
    message(2, me, '2026-03-01T10:00:50Z'),
    message(3, she, '2026-03-01T10:00:55Z'),
    message(4, she, '2026-03-01T10:01:05Z'),
  ])
  expect(rows.map((row) => (row.kind === 'group' ? row.messages.length : row.kind))).toEqual(['day', 2, 1, 1])
})

test('a day begins where the reader is', () => {
  const messages = [message(1, me, '2026-03-01T22:30:00Z'), message(2, me, '2026-03-01T23:30:00Z')]
  const daysIn = (timeZone: string) => rowsOf(messages, { timeZone }).filter(({ kind }) => kind === 'day').length
  expect(daysIn('UTC')).toBe(1)
  expect(daysIn('Europe/Amsterdam')).toBe(2)
})

test('the line of the unread stands once, before the first message of the other that was not read', () => {
  const rows = rowsOf(
    [
      message(1, she, '2026-03-01T10:00:00Z'),
      message(2, she, '2026-03-01T10:05:00Z'),
      message(3, me, '2026-03-01T10:06:00Z'),
      message(4, she, '2026-03-01T10:07:00Z'),
    ],
    { unread: { afterSeq: 1, upToSeq: 4 } },
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['day', 'group', 'unread', 'group', 'group', 'group'])
})

test('what comes while the conversation is open has no line of the unread before it', () => {
  const messages = [message(1, me, '2026-03-01T10:00:00Z'), message(2, she, '2026-03-01T10:05:00Z')]
  const rows = rowsOf(messages, { unread: { afterSeq: 0, upToSeq: 1 } })
  expect(rows.map(({ kind }) => kind)).toEqual(['day', 'group', 'group'])
})

test('what the server has acknowledged is not shown as under way any more', () => {
  const outgoing = ['client-1', 'client-2'].map((clientId) => ({
    clientId,
    body: clientId,
    sentAt: '2026-03-01T10:00:10Z',
    problem: null,
  }))
  const rows = rowsOf([message(1, me, '2026-03-01T10:00:00Z')], { outgoing })
  const shown = rows.flatMap((row) => (row.kind === 'group' ? row.messages.map(({ clientId }) => clientId) : []))
  expect(shown).toEqual(['client-1', 'client-2'])
})

test('a message that comes twice or out of order stands once and in order', () => {
  const [one, two, three] = [1, 2, 3].map((seq) => message(seq, she, '2026-03-01T10:00:00Z'))
  if (!one || !two || !three) throw new Error('three messages')
  expect(mergeMessages([three, one], [two, three]).map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('a clock that is behind does not bring back a day that is over', () => {
  const outgoing = [{ clientId: 'x', body: 'x', sentAt: '2026-03-01T09:00:00Z', problem: null }]
  const messages = [message(1, she, '2026-03-01T10:00:00Z'), message(2, she, '2026-03-02T10:00:00Z')]
  const keys = rowsOf(messages, { outgoing }).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})
