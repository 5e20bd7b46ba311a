import { useSuspenseQuery } from '@tanstack/react-query'
import { href, redirect } from 'react-router'
import { ApiError } from '#web/api/api-error.ts'
import { loading, type Loading } from '#web/api/load.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { ConversationPane } from '#web/features/chat/conversation/conversation-pane.tsx'
import { conversationWithQuery } from '#web/features/chat/conversation/conversation-queries.ts'
import type { PageLayout } from '#web/shell/layouts/page-layout.ts'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import type { Route } from './+types/conversation-with'

export const handle: PageLayout = { hidesBars: true }

const load = loading(async ({ query, params }: Loading<Route.LoaderArgs>) => {
  try {
    await query(conversationWithQuery(params.id))
  } catch (error) {
    // A member's own address with `/chat` behind it.
    if (error instanceof ApiError && error.code === 'chat.self') throw redirect(href('/members/:id', params))
    throw error
  }
})
export const loader = load
export const clientLoader = load

/** The conversation with a member, even if it has not been started yet. */
export default function ConversationWith({ params }: Route.ComponentProps) {
  const open = useSuspenseQuery(conversationWithQuery(params.id)).data
  const user = useUser()
  return (
    <>
      <PageTitle title={open.conversation.profile.name} isPrivate />
      {user && <ConversationPane key={open.conversation.profile.id} open={open} user={user} />}
    </>
  )
}
