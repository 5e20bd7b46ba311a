import { useEffect, useSyncExternalStore } from 'react'
import { useUser } from '#web/features/accounts/use-user.ts'
import { deleteFirstMessage, readFirstMessage } from '#web/features/signup/first-message.ts'
import { forgetReturnPath } from '#web/features/payments/checkout/return-path.ts'
import { chatStore } from '#web/features/chat/offline/chat-store.ts'

/**
 * The text that the viewer is writing to one member, the same in all tabs. It survives a reload, a crash and
 * switching conversations. Without a draft it is the message written at the sign-up (SIGN-8).
 */
export function useDraft(profileId: string) {
  const memberId = useUser()?.profile.id ?? ''
  const key = `${memberId} ${profileId}`
  const text = useSyncExternalStore(
    watchDrafts,
    () => readDraft(key) ?? '',
    () => '',
  )

  useEffect(() => {
    if (readDraft(key) !== undefined) return
    async function restore() {
      const stored = await chatStore(memberId).read('draft', profileId)
      const first = memberId ? readFirstMessage(memberId) : null
      const draft = typeof stored === 'string' ? stored : first?.profileId === profileId ? first.message : ''
      // What was typed meanwhile is newer.
      if (draft !== '' && readDraft(key) === undefined) writeDraft(key, draft)
    }
    void restore()
  }, [key, memberId, profileId])

  function change(next: string) {
    writeDraft(key, next)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has none.
    otherTabs?.postMessage({ key, text: next } satisfies Change)
    // No page of the payment shows a message any more that does not wait for it.
    if (next === '') forgetReturnPath()
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

/** Drafts of this page: switching between conversations shows them at once, and all fields of one alike. */
const drafts = new Map<string, string>()
const listeners = new Set<() => void>()

interface Change {
  key: string
  text: string
}

/** Other tabs follow each change: what was sent in one is not there to be sent again in another. */
let otherTabs: BroadcastChannel | null | undefined

function openChannel() {
  if (typeof BroadcastChannel === 'undefined') return null
  const channel = new BroadcastChannel('chat drafts')
  channel.addEventListener('message', ({ data: { key, text } }: MessageEvent<Change>) => writeDraft(key, text))
  return channel
}

const readDraft = (key: string) => drafts.get(key)

function writeDraft(key: string, text: string) {
  drafts.set(key, text)
  for (const listener of listeners) listener()
}

/** Calls back after each change. Returns what ends that. */
function watchDrafts(listener: () => void) {
  otherTabs ??= openChannel()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
