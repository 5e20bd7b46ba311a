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
      return true
    } catch {
      // The messages stay unread until they are seen, or the page is visible or online once more.
      return false
    }
  })
  useEffect(() => {
    if (id === null) return undefined
    let isOpened = false
    const openIfVisible = async () => {
      // A call that waits for a connection would end the count of what arrives after the reader has left.
      if (isOpened || document.visibilityState !== 'visible' || !navigator.onLine) return
      // While it is called, too.
      isOpened = true
      isOpened = await open(id)
    }
    const openAgain = () => void openIfVisible()
    document.addEventListener('visibilitychange', openAgain)
    addEventListener('online', openAgain)
    openAgain()
    return () => {
      document.removeEventListener('visibilitychange', openAgain)
      removeEventListener('online', openAgain)
    }
  }, [id])
}
