import { useSuspenseQuery } from '@tanstack/react-query'
import { loading, type Loading } from '#web/api/load.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { ConversationPane } from '#web/features/chat/conversation/conversation-pane.tsx'
import { conversationQuery } from '#web/features/chat/conversation/conversation-queries.ts'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { Route } from './+types/conversation'

export const handle: PageLayout = { hidesBars: true }

const load = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  await query(conversationQuery(params.id))
})
export const loader = load
export const clientLoader = load

/** A conversation by its own id. */
export default function Conversation({ params }: Route.ComponentProps) {
  const open = useSuspenseQuery(conversationQuery(params.id)).data
  const user = useUser()
  return (
    <>
      <PageTitle title={open.conversation.profile.name} isPrivate />
      {user && <ConversationPane key={open.conversation.profile.id} open={open} user={user} />}
    </>
  )
}
