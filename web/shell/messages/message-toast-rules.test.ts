import { expect, test } from 'vitest'
import { isAnnounced } from './message-toast-rules.ts'

const event = { partnerId: 'ana', message: { senderId: 'ana', kind: 'text', conversationId: 'c1' } } as const
const elsewhere = { pathname: '/members', isVisible: true }

test('a message is announced on another page', () => {
  expect(isAnnounced(event, elsewhere)).toBe(true)
  expect(isAnnounced(event, { ...elsewhere, pathname: '/chats/c2' })).toBe(true)
})

test.each(['/chats/c1', '/members/ana/chat', '/chats'])('it is not announced on %s, where it appears', (pathname) => {
  expect(isAnnounced(event, { ...elsewhere, pathname })).toBe(false)
})

test('nothing is announced in a hidden tab, of oneself, or of a notice', () => {
  expect(isAnnounced(event, { ...elsewhere, isVisible: false })).toBe(false)
  expect(isAnnounced({ ...event, message: { ...event.message, senderId: 'me' } }, elsewhere)).toBe(false)
  expect(isAnnounced({ ...event, message: { ...event.message, kind: 'system' } }, elsewhere)).toBe(false)
})
