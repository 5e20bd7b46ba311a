import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { lazy, useEffect } from 'react'
import { getConversation, getConversationWith } from '#contract/chat.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { connect } from '#web/api/realtime.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { accountsHandlers } from '#web/features/accounts/realtime.ts'
import { endSessionIfLoggedIn } from '#web/features/accounts/session.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { chatHandlers } from '#web/features/chat/realtime.ts'
import { likesQuery } from '#web/features/likes/queries.ts'
import { MatchDialog } from '#web/features/likes/match-dialog.tsx'
import { likesHandlers } from '#web/features/likes/realtime.ts'
import { paymentsHandlers } from '#web/features/payments/realtime.ts'
import { useUnreadCounts } from './navigation/use-unread-counts.ts'
import { startRefreshTimer } from './refresh-timer.ts'

const MatchMessage = lazy(async () => ({
  default: (await import('#web/features/chat/match-message.tsx')).MatchMessage,
}))

const handlers = [accountsHandlers, chatHandlers, likesHandlers, paymentsHandlers]

/** Keeps the page of a member up to date: the socket, the refresh timer, the badge of the app, the match dialog. */
export function LiveForMember() {
  const client = useQueryClient()
  const { total } = useUnreadCounts()

  useEffect(() => connect({ client, handlers, onSessionEnded: () => endSessionIfLoggedIn(client) }), [client])

  useEffect(() => startRefreshTimer(() => refresh(client)), [client])

  useEffect(() => {
    // Badges are optional: not every browser has them, and one may reject the call (SHELL-7).
    navigator.setAppBadge?.(total).catch(() => {})
  }, [total])

  return <MatchDialog renderMessageForm={(match) => <MatchMessage {...match} />} />
}

/** Refetches what the socket would report, for networks that block it. */
function refresh(client: QueryClient) {
  for (const { queryKey } of [userQuery(), chatsQuery(), likesQuery()]) void client.invalidateQueries({ queryKey })
  for (const endpoint of [getConversation, getConversationWith]) {
    void client.invalidateQueries({ queryKey: apiQueryKey(endpoint) })
  }
}
