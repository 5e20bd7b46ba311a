import { expect, test } from 'vitest'
import type { Message } from '#contract/chat/schemas.ts'
import { feedRows, isSameGroup, type MessageGroupRow } from './feed-rows.ts'
import { outgoingText, testMessage } from './test-conversation.ts'

const me = 'me'
const partner = 'ana'

const message = (seq: number, senderId: string, sentAt: string) => testMessage(seq, { senderId, sentAt })

const outgoing = (clientId: string, sentAt: string) => outgoingText(clientId, { sentAt })

const rowsOf = (messages: Message[], rest: Partial<Parameters<typeof feedRows>[0]> = {}) =>
  feedRows({ messages, outgoing: [], ownId: me, unread: { afterSeq: 99, upToSeq: 99 }, timeZone: 'UTC', ...rest })

const kindsOf = (rows: ReturnType<typeof feedRows>) => rows.map(({ kind }) => kind)

test('a conversation without messages has no rows', () => {
  expect(rowsOf([])).toEqual([])
})

test('messages of one sender within a minute form a group', () => {
  const rows = rowsOf([
    message(1, me, '2026-03-01T10:00:05Z'),
    message(2, me, '2026-03-01T10:00:50Z'),
    message(3, partner, '2026-03-01T10:00:55Z'),
    message(4, partner, '2026-03-01T10:01:05Z'),
  ])
  expect(rows.map((row) => (row.kind === 'group' ? row.messages.length : row.kind))).toEqual(['day', 2, 1, 1])
})

test('a group knows its side and the time of its first message', () => {
  const rows = rowsOf([message(1, partner, '2026-03-01T10:00:05Z'), message(2, partner, '2026-03-01T10:00:50Z')])
  expect(rows.at(-1)).toMatchObject({ kind: 'group', isMine: false, at: new Date('2026-03-01T10:00:05Z') })
})

test('a day begins at midnight in the time zone of the reader', () => {
  const messages = [message(1, me, '2026-03-01T22:30:00Z'), message(2, me, '2026-03-01T23:30:00Z')]
  const daysIn = (timeZone: string) => rowsOf(messages, { timeZone }).filter(({ kind }) => kind === 'day').length
  expect(daysIn('UTC')).toBe(1)
  expect(daysIn('Europe/Amsterdam')).toBe(2)
})

test('a new day starts a new group within the same minute of the clock', () => {
  const rows = rowsOf([message(1, me, '2026-03-01T10:00:00Z'), message(2, me, '2026-03-02T10:00:00Z')])
  expect(kindsOf(rows)).toEqual(['day', 'group', 'day', 'group'])
})

test('one line marks the first unread message of the partner', () => {
  const rows = rowsOf(
    [
      message(1, partner, '2026-03-01T10:00:00Z'),
      message(2, partner, '2026-03-01T10:05:00Z'),
      message(3, me, '2026-03-01T10:06:00Z'),
      message(4, partner, '2026-03-01T10:07:00Z'),
    ],
    { unread: { afterSeq: 1, upToSeq: 4 } },
  )
  expect(kindsOf(rows)).toEqual(['day', 'group', 'unread', 'group', 'group', 'group'])
})

test('the unread line splits messages of the same minute', () => {
  const messages = [message(1, partner, '2026-03-01T10:00:00Z'), message(2, partner, '2026-03-01T10:00:01Z')]
  const rows = rowsOf(messages, { unread: { afterSeq: 1, upToSeq: 2 } })
  expect(kindsOf(rows)).toEqual(['day', 'group', 'unread', 'group'])
})

test('own messages get no unread line', () => {
  const rows = rowsOf([message(1, me, '2026-03-01T10:00:00Z')], { unread: { afterSeq: 0, upToSeq: 1 } })
  expect(kindsOf(rows)).toEqual(['day', 'group'])
})

test('a message that arrives while the conversation is open gets no unread line', () => {
  const messages = [message(1, me, '2026-03-01T10:00:00Z'), message(2, partner, '2026-03-01T10:05:00Z')]
  const rows = rowsOf(messages, { unread: { afterSeq: 0, upToSeq: 1 } })
  expect(kindsOf(rows)).toEqual(['day', 'group', 'group'])
})

test('a waiting message is shown last, as an own one', () => {
  const rows = rowsOf([message(1, partner, '2026-03-01T10:00:00Z')], {
    outgoing: [outgoing('x', '2026-03-01T10:00:10Z')],
  })
  expect(rows.at(-1)).toMatchObject({ kind: 'group', isMine: true, key: 'x' })
})

test('an acknowledged message is not shown a second time as waiting', () => {
  const rows = rowsOf([message(1, me, '2026-03-01T10:00:00Z')], {
    outgoing: ['client 1', 'client 2'].map((clientId) => outgoing(clientId, '2026-03-01T10:00:10Z')),
  })
  const clientIds = rows.flatMap((row) => (row.kind === 'group' ? row.messages.map(({ clientId }) => clientId) : []))
  expect(clientIds).toEqual(['client 1', 'client 2'])
})

test('a device whose clock is behind does not start an earlier day again', () => {
  const messages = [message(1, partner, '2026-03-01T10:00:00Z'), message(2, partner, '2026-03-02T10:00:00Z')]
  const rows = rowsOf(messages, { outgoing: [outgoing('x', '2026-03-01T09:00:00Z')] })
  expect(kindsOf(rows)).toEqual(['day', 'group', 'day', 'group', 'group'])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})

test('a notice of the site stands alone', () => {
  const { body: _body, ...base } = testMessage(2, { sentAt: '2026-03-01T10:00:10Z' })
  const notice: Message = { ...base, kind: 'system', notice: 'match' }
  const rows = rowsOf([
    message(1, partner, '2026-03-01T10:00:05Z'),
    notice,
    message(3, partner, '2026-03-01T10:00:15Z'),
  ])
  expect(kindsOf(rows)).toEqual(['day', 'group', 'notice', 'group'])
})

test('a change leaves the groups the same that it does not concern', () => {
  const messages = [
    message(1, me, '2026-03-01T10:00:00Z'),
    message(2, partner, '2026-03-01T10:00:10Z'),
    message(3, me, '2026-03-01T10:00:20Z'),
  ]
  const groupsOf = (all: Message[]) => rowsOf(all).filter((row): row is MessageGroupRow => row.kind === 'group')
  const before = groupsOf(messages)
  const isSameAfter = (all: Message[]) =>
    groupsOf(all).map((group, index) => before[index] !== undefined && isSameGroup(before[index], group))
  expect(isSameAfter([...messages])).toEqual([true, true, true])
  const next = message(4, me, '2026-03-01T10:00:30Z')
  expect(isSameAfter([...messages, next])).toEqual([true, true, false])
  const reacted = messages.map((each) => (each.seq === 2 ? { ...each } : each))
  expect(isSameAfter(reacted)).toEqual([true, false, true])
  expect(isSameAfter(messages.slice(1))).toEqual([false, false])
})
