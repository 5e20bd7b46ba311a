import { useCached } from '#web/api/use-cached.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { likesQuery } from '#web/features/likes/queries.ts'

/** What waits for the member. Fetched by the browser, after the page stands: no page is held up for its badges. */
export function useUnreadCounts() {
  const isLoggedIn = useUser() !== null
  const chats = useCached({ ...chatsQuery(), enabled: isLoggedIn, throwOnError: false })
  const likes = useCached({ ...likesQuery(), enabled: isLoggedIn, throwOnError: false })
  const unreadMessages = chats?.totals.unread_messages ?? 0
  const newLikes = likes?.num_new ?? 0
  return { unreadMessages, newLikes, total: unreadMessages + newLikes }
}
