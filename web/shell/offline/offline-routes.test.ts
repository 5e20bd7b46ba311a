import { expect, test } from 'vitest'
import { conversationQuery, conversationWithQuery } from '#web/features/chat/conversation/conversation-queries.ts'
import { offlineRouteOf } from './offline-routes.ts'

test('the list of conversations needs no conversation', () => {
  expect(offlineRouteOf('/chats')).toEqual({ id: 'routes/chats' })
  expect(offlineRouteOf('/chats/')).toEqual({ id: 'routes/chats' })
})

test('a conversation has the key of the query that its page reads', () => {
  expect(offlineRouteOf('/chats/c-1')).toEqual({
    id: 'routes/conversation',
    conversation: { ids: { conversationId: 'c-1' }, key: conversationQuery('c-1').queryKey },
  })
  expect(offlineRouteOf('/members/abc/chat')).toEqual({
    id: 'routes/conversation-with',
    conversation: { ids: { profileId: 'abc' }, key: conversationWithQuery('abc').queryKey },
  })
})

test.each(['/', '/members', '/members/abc', '/members/abc/chat/x', '/chats/a/b', '/offline'])(
  '%s is no page of the chat',
  (path) => {
    expect(offlineRouteOf(path)).toBeNull()
  },
)
