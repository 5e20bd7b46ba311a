import { getConversation, getConversationWith } from '#contract/chat/calls.ts'
import { getOwnProfile } from '#contract/profiles/calls.ts'

/** A page that can start without a connection. */
export interface OfflineRoute {
  id: string
  /** The conversation that it shows, and the key of its query. */
  conversation?: { ids: { conversationId?: string; profileId?: string }; key: readonly unknown[] }
  /** The key of a query without which the page does not start. */
  requires?: readonly unknown[]
}

/** Returns the page at a path, or null for one that needs a connection. */
export function offlineRouteOf(pathname: string): OfflineRoute | null {
  if (/^\/chats\/?$/.test(pathname)) return { id: 'routes/chats' }
  if (/^\/me\/?$/.test(pathname)) return { id: 'routes/me', requires: [getOwnProfile.path, {}] }
  const conversationId = /^\/chats\/([\w-]+)\/?$/.exec(pathname)?.[1]
  if (conversationId) {
    const ids = { conversationId }
    return { id: 'routes/conversation', conversation: { ids, key: [getConversation.path, { params: ids }] } }
  }
  const profileId = /^\/members\/([\w-]+)\/chat\/?$/.exec(pathname)?.[1]
  if (profileId) {
    const ids = { profileId }
    return { id: 'routes/conversation-with', conversation: { ids, key: [getConversationWith.path, { params: ids }] } }
  }
  return null
}
