import type { ChatStore } from './chat-store.ts'
import type { Outbox, OutgoingMessage } from './outbox.ts'
import { markUnsent } from './unsent-flag.ts'

/** The outboxes of a member on the device, which all tabs share. */
export function storedOutbox(store: ChatStore) {
  return {
    async read(profileId: string): Promise<Outbox> {
      return asOutbox(await store.read('outbox', profileId))
    },
    async change(profileId: string, change: (outbox: Outbox) => Outbox) {
      await store.change('outbox', profileId, (value) => change(asOutbox(value)).map(withoutShare))
      await this.waiting()
    },
    /** Members with a message that waits to be sent, or was rejected. Other pages learn whether there are any. */
    async waiting() {
      const outboxes = await store.list('outbox')
      const profileIds = outboxes.flatMap(([profileId, value]) => (asOutbox(value).length > 0 ? [profileId] : []))
      markUnsent(profileIds.length > 0)
      return profileIds
    },
  }
}

export type StoredOutbox = ReturnType<typeof storedOutbox>

/** Reads what an earlier version of the site may have stored; entries of another form are left out. */
export function asOutbox(value: unknown): Outbox {
  return Array.isArray(value) ? value.filter(isOutgoing) : []
}

function isOutgoing(value: unknown): value is OutgoingMessage {
  if (typeof value !== 'object' || value === null) return false
  const { clientId, sentAt, price, replyTo, problem, kind, body, file, gift } = value as Record<string, unknown>
  if (typeof clientId !== 'string' || typeof sentAt !== 'string') return false
  if (price !== undefined && typeof price !== 'number') return false
  if (replyTo !== null && typeof replyTo !== 'number') return false
  if (problem !== null && typeof problem !== 'object') return false
  if (kind === 'photo') return file instanceof File
  return typeof body === 'string' && (kind === 'text' || (kind === 'gift' && typeof gift === 'string'))
}

function withoutShare({ share: _share, ...message }: OutgoingMessage): OutgoingMessage {
  return message
}
