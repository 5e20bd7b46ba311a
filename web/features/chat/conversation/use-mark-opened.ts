import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { markOpened } from '#contract/chat/calls.ts'
import { call } from '#web/api/call.ts'
import { patchOpened } from '#web/features/chat/list/chats-cache.ts'

/**
 * Ends the count of a conversation's unread messages once its page is visible and online (CHAT-11). What was
 * seen is reported to the partner by `useMarkRead`.
 */
export function useMarkOpened({ id, profile }: { id: string | null; profile: { id: string } }) {
  const client = useQueryClient()
  const open = useEffectEvent(async (conversationId: string) => {
    try {
      const { seq, at } = await call(markOpened, { params: { conversationId } }, { waitsOffline: false })
      patchOpened(client, { conversationId, profileId: profile.id, seq, at })
    } catch {
      // The messages stay unread until they are seen.
    }
  })
  useEffect(() => {
    if (id === null) return undefined
    const openIfVisible = () => {
      // A call that waits for a connection would end the count of what arrives after the reader has left.
      if (document.visibilityState !== 'visible' || !navigator.onLine) return
      stop()
      void open(id)
    }
    const stop = () => {
      document.removeEventListener('visibilitychange', openIfVisible)
      removeEventListener('online', openIfVisible)
    }
    document.addEventListener('visibilitychange', openIfVisible)
    addEventListener('online', openIfVisible)
    openIfVisible()
    return stop
  }, [id])
}
