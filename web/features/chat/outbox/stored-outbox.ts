import type { ChatStore } from '#web/features/chat/offline/chat-store.ts'
import type { Outbox, OutboxMessage } from './outbox.ts'
import { isContent } from './outgoing-kinds.ts'
import { markUnsent } from './unsent-flag.ts'

/** The outboxes of a member on the device, which all tabs share. */
export function storedOutbox(store: ChatStore) {
  return {
    async read(profileId: string): Promise<Outbox> {
      return asOutbox(await store.read('outbox', profileId))
    },
    async change(profileId: string, change: (outbox: Outbox) => Outbox) {
      await store.change('outbox', profileId, (value) => unlessEmpty(change(asOutbox(value)).map(withoutShare)))
      // Other pages learn whether anything waits. The photos that wait are not read for it.
      markUnsent((await store.ids('outbox')).length > 0)
    },
    /** Members with a message that waits to be sent, or was rejected. */
    async waiting() {
      const outboxes = await store.list('outbox')
      const unreadable = outboxes.filter(([, value]) => asOutbox(value).length === 0)
      for (const [profileId] of unreadable) await this.change(profileId, (outbox) => outbox)
      markUnsent(outboxes.length > unreadable.length)
      return outboxes.flatMap(([profileId, value]) => (asOutbox(value).length > 0 ? [profileId] : []))
    },
  }
}

export type StoredOutbox = ReturnType<typeof storedOutbox>

/** Reads what an earlier version of the site may have stored; entries of another form are left out. */
export function asOutbox(value: unknown): Outbox {
  return Array.isArray(value) ? value.filter(isOutgoing) : []
}

function isOutgoing(value: unknown): value is OutboxMessage {
  if (typeof value !== 'object' || value === null) return false
  const stored = value as Record<string, unknown>
  const { clientId, sentAt, price, replyTo, quote, problem } = stored
  if (typeof clientId !== 'string' || typeof sentAt !== 'string') return false
  if (price !== undefined && typeof price !== 'number') return false
  if (typeof quote !== 'object' && quote !== undefined) return false
  if (replyTo !== null && typeof replyTo !== 'number') return false
  if (problem !== null && typeof problem !== 'object') return false
  return isContent(stored)
}

function unlessEmpty(outbox: Outbox) {
  return outbox.length > 0 ? outbox : undefined
}

function withoutShare({ share: _share, ...message }: OutboxMessage): OutboxMessage {
  return message
}
