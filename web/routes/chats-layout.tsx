import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { loading, type Loading } from '#web/api/load.ts'
import { ChatPanes } from '#web/features/chat/list/chat-panes.tsx'
import { chatsBesideQuery, chatsQuery } from '#web/features/chat/queries.ts'
import { newMatchesQuery } from '#web/features/likes/queries.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { breakpoints, useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import type { Route } from './+types/chats-layout'

const PeopleToWriteTo = lazyPart(
  async () => (await import('#web/features/games/people-to-write-to.tsx')).PeopleToWriteTo,
)

const load = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  const chats = import.meta.env.SSR && params.id !== undefined ? chatsBesideQuery() : chatsQuery()
  // The row of new matches is an addition: without it the page is complete.
  await Promise.all([query(chats), query(newMatchesQuery()).catch(() => null)])
})
export const loader = load
export const clientLoader = load

/** The list of conversations beside the pages of the chat. It stays while conversations are opened. */
export default function ChatsLayout({ params }: Route.ComponentProps) {
  return (
    <ChatPanes hasConversation={params.id !== undefined} belowFew={params.id === undefined && <PeopleOnPhone />}>
      <Outlet />
    </ChatPanes>
  )
}

/** Members to write to, below an empty or short list where no pane beside it has them. */
function PeopleOnPhone() {
  const isHydrated = useIsHydrated()
  const isWide = useMediaQuery(breakpoints.lg)
  if (!isHydrated || isWide) return null
  return (
    <Suspense>
      <PeopleToWriteTo />
    </Suspense>
  )
}
