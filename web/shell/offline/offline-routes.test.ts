import { expect, test } from 'vitest'
import { conversationQuery, conversationWithQuery } from '#web/features/chat/conversation/conversation-queries.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { offlineRouteOf } from './offline-routes.ts'

test('the list of conversations needs no conversation', () => {
  expect(offlineRouteOf('/chats')).toEqual({ id: 'routes/chats' })
  expect(offlineRouteOf('/chats/')).toEqual({ id: 'routes/chats' })
})

test('the page about the member requires the own profile, by the key of the query that it reads', () => {
  expect(offlineRouteOf('/me')).toEqual({ id: 'routes/me', requires: ownProfileQuery().queryKey })
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

test.each(['/', '/members', '/members/abc', '/members/abc/chat/x', '/chats/a/b', '/me/x', '/profile', '/offline'])(
  '%s needs a connection',
  (path) => {
    expect(offlineRouteOf(path)).toBeNull()
  },
)
