import { withSocket } from '#web/api/queries.ts'
import { useCached } from '#web/api/use-cached.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { likesQuery } from '#web/features/likes/queries.ts'

/** The member's unread messages and new likes, fetched by the browser: no page waits for badges. */
export function useUnreadCounts() {
  const chats = useCached({ ...chatsQuery(), ...withSocket })
  const likes = useCached({ ...likesQuery(), ...withSocket })
  const unreadMessages = chats?.totals.unread_messages ?? 0
  const newLikes = likes?.num_new ?? 0
  return { unreadMessages, newLikes, total: unreadMessages + newLikes }
}
