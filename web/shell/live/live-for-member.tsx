import { noop, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { getConversation, getConversationWith } from '#contract/chat/calls.ts'
import { listLikes } from '#contract/likes/calls.ts'
import { getDiscountCode, getOrder } from '#contract/payments/calls.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { listen } from '#web/api/realtime/listeners.ts'
import { connect } from '#web/api/realtime/realtime.ts'
import { onWorkerMessage } from '#web/api/worker-messages.ts'
import { isPushOwner } from '#web/features/accounts/notifications/push-state.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { endSessionIfLoggedIn } from '#web/features/accounts/session.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { allChatsKey, chatsQuery } from '#web/features/chat/queries.ts'
import { reportReceivedInLists } from '#web/features/chat/realtime/received.ts'
import { hasUnsent } from '#web/features/chat/outbox/unsent-flag.ts'
import { likeTimerMs } from '#web/features/likes/like-timer.ts'
import { likesQuery } from '#web/features/likes/queries.ts'
import { MatchDialog, UnmatchDialog } from '#web/features/likes/match-dialog.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { whenIdle } from '#web/ui/when-idle.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { createLazyCalls } from './lazy-calls.ts'
import { MessageNotices } from '#web/shell/messages/message-notices.tsx'
import { useUnreadCounts } from '#web/shell/navigation/use-unread-counts.ts'
import { isOutdated, startRefreshTimer } from './refresh-timer.ts'
import { useNewMember } from '#web/shell/notices/use-new-member.ts'
import { closeNotificationsOf, useOpenedByNotification } from './use-opened-by-notification.ts'

const MatchMessage = lazyPart(
  async () => (await import('#web/features/chat/conversation/match-message.tsx')).MatchMessage,
)

// Loaded for members who have just signed up.
const TimeBonusDialog = lazyPart(async () => (await import('#web/shell/notices/time-bonus.tsx')).TimeBonusDialog)

// Loaded where the site is installed.
const InstalledApp = lazyPart(async () => (await import('#web/shell/install/installed-app.tsx')).InstalledApp)

// Loaded where a URL asks for it.
const LikeTimer = lazyPart(async () => (await import('./like-timer.tsx')).LikeTimer)

/** Updates the page of a member: the socket, the refresh timer, the app's badge, dialogs and notices. */
export function LiveForMember() {
  const client = useQueryClient()
  const { total } = useUnreadCounts()
  const newMember = useNewMember()
  useOpenedByNotification()
  const { pathname, search } = useLocation()
  const hasLikeTimer = likeTimerMs(search) !== null
  const isInstalled = useMediaQuery('(display-mode: standalone)')
  const memberId = useUser()?.profile.id

  useEffect(() => startEvents(client), [client])
  useRefresh(client, memberId)
  // The push message says that there is something, and not what.
  useEffect(() => onWorkerMessage('push received', () => void refetch(client)), [client])
  useEffect(
    () =>
      whenIdle(() => {
        const chats = client.getQueryData(chatsQuery().queryKey)?.chats
        void closeNotificationsOf(pathname, chats).catch(noop)
      }),
    [client, pathname],
  )
  useAppBadge(total)
  useEffect(() => {
    if (!memberId || !hasUnsent()) return
    // Loaded only where a reload or a crash left messages. Offline, the next page tries again.
    void import('#web/features/chat/outbox/sender-of-tab.ts').then(
      ({ senderOfTab }) => senderOfTab(client, memberId),
      noop,
    )
  }, [client, memberId])

  return (
    <>
      <MatchDialog renderMessageForm={(match) => <MatchMessage {...match} />} />
      <UnmatchDialog />
      {hasLikeTimer && (
        <Suspense>
          <LikeTimer />
        </Suspense>
      )}
      {isInstalled && (
        <Suspense>
          <InstalledApp />
        </Suspense>
      )}
      {newMember && (
        <Suspense>
          <TimeBonusDialog user={newMember} />
        </Suspense>
      )}
      <MessageNotices />
    </>
  )
}

/** Updates the page by a timer, too, rarely where pushes report what is new. */
function useRefresh(client: QueryClient, memberId: string | undefined) {
  const key = useSettings().push_public_key
  useEffect(() => {
    let hasPush = false
    // The browser asks another process for the state. Hydration does not wait for it.
    const cancel = whenIdle(() => {
      if (!memberId || !isPushOwner(memberId)) return
      void import('#web/features/accounts/notifications/push.ts')
        .then(({ syncPush }) => syncPush(globalThis, { key, memberId }))
        .then((state) => (hasPush = state === 'subscribed'), noop)
    })
    const stop = startRefreshTimer({ refresh: () => refresh(client), hasPush: () => hasPush })
    return () => {
      cancel()
      stop()
    }
  }, [client, key, memberId])
}

/** Shows what is unread on the icon of the app, until the log-out. */
function useAppBadge(count: number) {
  useEffect(
    () =>
      whenIdle(() => {
        // Badges are optional: not every browser has them, and one may reject the call (SHELL-7).
        navigator.setAppBadge?.(count).catch(() => {})
      }),
    [count],
  )
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => {}), [])
}

/** Applies events while the page is open; handlers load with the first. Returns a function that stops. */
function startEvents(client: QueryClient) {
  const handle = createLazyCalls({ load: () => import('./event-handlers.ts'), onFailure: () => void refetch(client) })
  let isFirst = true
  // The page was rendered a moment ago, so the first connection has only that moment to make up for.
  function reset() {
    if (isFirst) void refetch(client)
    else handle(({ handleGap }) => handleGap(client))
    isFirst = false
  }
  const stopListening = listen((event) => handle(({ handleEvent }) => handleEvent(event, client)))
  const disconnect = connect({ client, handlers: [{ reset }], onSessionEnded: () => endSessionIfLoggedIn(client) })
  return () => {
    stopListening()
    disconnect()
  }
}

/** Refetches what the socket would report, for networks that block it (SHELL-13), and failed fetches. */
function refresh(client: QueryClient) {
  if (isOutdated(client)) void refetch(client)
}

/** Refetches what events report, and reports the messages that came with it. */
async function refetch(client: QueryClient) {
  const endpoints = [getConversation, getConversationWith, listLikes, getOrder, getDiscountCode]
  await Promise.all([
    ...[userQuery(), likesQuery()].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    ...endpoints.map((endpoint) => client.invalidateQueries({ queryKey: apiQueryKey(endpoint) })),
    client.invalidateQueries({ queryKey: allChatsKey }),
  ])
  reportReceivedInLists(client)
}
