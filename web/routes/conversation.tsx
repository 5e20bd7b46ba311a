import { useSuspenseQuery } from '@tanstack/react-query'
import { loading, type Loading } from '#web/api/load.ts'
import { OpenChat } from '#web/features/chat/open-chat.tsx'
import { conversationQuery } from '#web/features/chat/conversation-queries.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { PageTitle } from '#web/shell/page-title.tsx'
import type { Route } from './+types/conversation'

export const handle: PageLayout = { hidesBars: true }

const load = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  await Promise.all([query(chatsQuery()), query(conversationQuery(params.id))])
})
export const loader = load
export const clientLoader = load

/** A conversation by its own id. */
export default function Conversation({ params }: Route.ComponentProps) {
  const open = useSuspenseQuery(conversationQuery(params.id)).data
  return (
    <>
      <PageTitle title={open.conversation.profile.name} isPrivate />
      <OpenChat open={open} />
    </>
  )
}
