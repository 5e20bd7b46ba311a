import { useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect } from 'react'
import { getConversation, getConversationWith } from '#contract/chat.ts'
import { POLL_EVERY_MS, POLL_START_MS } from '#contract/limits.ts'
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

const MatchMessage = lazy(async () => ({
  default: (await import('#web/features/chat/match-message.tsx')).MatchMessage,
}))

const handlers = [accountsHandlers, chatHandlers, likesHandlers, paymentsHandlers]

/** Keeps a member's page true while it is open: the socket, the spec's refresh timer, the number on the app's icon. */
export function LiveForMember() {
  const client = useQueryClient()
  const { total } = useUnreadCounts()

  useEffect(() => connect({ client, handlers, onSessionEnded: () => endSessionIfLoggedIn(client) }), [client])

  useEffect(() => {
    const refresh = () => {
      for (const { queryKey } of [userQuery(), chatsQuery(), likesQuery()]) void client.invalidateQueries({ queryKey })
      // The open one, for networks that let no socket through.
      for (const endpoint of [getConversation, getConversationWith]) {
        void client.invalidateQueries({ queryKey: apiQueryKey(endpoint) })
      }
    }
    let every: ReturnType<typeof setInterval> | undefined
    const start = setTimeout(() => {
      refresh()
      every = setInterval(refresh, POLL_EVERY_MS)
    }, POLL_START_MS)
    return () => {
      clearTimeout(start)
      clearInterval(every)
    }
  }, [client])

  useEffect(() => {
    // Not every browser has badges, and one may refuse: neither matters (SHELL-7).
    navigator.setAppBadge?.(total).catch(() => {})
  }, [total])

  return <MatchDialog renderMessageForm={(match) => <MatchMessage {...match} />} />
}
