import { useEffect, useEffectEvent } from 'react'
import { href, useNavigate } from 'react-router'
import type { Chat } from '#contract/chat/schemas.ts'
import { onWorkerMessage } from '#web/api/worker-messages.ts'

/** Opens the page of a notification that was pressed, as the service worker asks (NOTE-2). */
export function useOpenedByNotification() {
  const navigate = useNavigate()
  const open = useEffectEvent(({ data, ports }: MessageEvent<Record<string, unknown>>) => {
    const path = pathOf(data)
    if (path === null) return
    ports[0]?.postMessage('opens')
    void navigate(path)
  })
  useEffect(() => onWorkerMessage('open page', (event) => open(event)), [])
}

/** Returns the path that a message of the service worker asks for. One that leads to another site is none. */
export function pathOf({ path }: Record<string, unknown>) {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : null
}

/**
 * Closes the notifications about a page that is open now: what they announced is seen. Those of a
 * conversation name the page of its partner, and the list opens the other one: `chats` says which is which.
 */
export async function closeNotificationsOf(
  pathname: string,
  chats: readonly Pick<Chat, 'conversation' | 'profile'>[] = [],
) {
  const partner = chats.find(({ conversation }) => pathname === href('/chats/:id', conversation))?.profile.id
  const path = partner ? href('/members/:id/chat', { id: partner }) : pathname
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>
  const registration = await serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const data = notification.data as { path?: unknown } | null
    if (data?.path === path) notification.close()
  }
}
