import { useEffect, useState } from 'react'
import { useUser } from '#web/features/accounts/use-user.ts'
import { deleteFirstMessage, readFirstMessage } from '#web/features/signup/first-message.ts'
import { chatStore } from './chat-store.ts'

/** Drafts of this tab, so that switching between conversations shows them at once. */
const drafts = new Map<string, string>()

/**
 * The text that the viewer is writing to one member. It survives a reload, a crash and switching to another conversation.
 * Without a draft it is the message that the viewer wrote at the sign-up (SIGN-8).
 */
export function useDraft(profileId: string) {
  const memberId = useUser()?.profile.id ?? ''
  const key = `${memberId} ${profileId}`
  const [text, setText] = useState(() => drafts.get(key) ?? '')

  useEffect(() => {
    if (drafts.has(key)) return undefined
    let isGone = false
    async function restore() {
      const stored = await chatStore(memberId).read('draft', profileId)
      const first = memberId ? readFirstMessage(memberId) : null
      const found = typeof stored === 'string' ? stored : first?.profileId === profileId ? first.message : ''
      // What was typed meanwhile is newer.
      if (!isGone && found !== '') setText((typed) => typed || found)
    }
    void restore()
    return () => {
      isGone = true
    }
  }, [key, memberId, profileId])

  function change(next: string) {
    setText(next)
    drafts.set(key, next)
    const store = chatStore(memberId)
    void (next === '' ? store.remove('draft', profileId) : store.write('draft', profileId, next))
  }

  return {
    text,
    change,
    /** Empties the draft once it is sent. */
    clear() {
      change('')
      if (memberId && readFirstMessage(memberId)?.profileId === profileId) deleteFirstMessage()
    },
  }
}
