import { useQuery } from '@tanstack/react-query'
import { useUser } from '#web/features/accounts/use-user.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { likesQuery } from '#web/features/likes/queries.ts'

/** What waits for the member. Fetched by the browser, after the page stands: no page is held up for its badges. */
export function useNews() {
  const isLoggedIn = useUser() !== null
  const chats = useQuery({ ...chatsQuery(), enabled: isLoggedIn, throwOnError: false })
  const likes = useQuery({ ...likesQuery(), enabled: isLoggedIn, throwOnError: false })
  const unreadMessages = chats.data?.totals.unread_messages ?? 0
  const newLikes = likes.data?.num_new ?? 0
  return { unreadMessages, newLikes, total: unreadMessages + newLikes }
}
