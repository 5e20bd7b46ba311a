import { SIGNUP_DRAFT_MS } from '#contract/limits.ts'
import { deviceStorage } from '#web/api/safe-storage.ts'

const KEY = 'first-message'

export interface FirstMessage {
  /** The member it is for. */
  profileId: string
  /** The member who wrote it at the sign-up. */
  senderId: string
  message: string
}

/**
 * Stores what a visitor wrote to a member at the sign-up. Only the member sends it: the chat offers it in its
 * composer, with the price on the button (SIGN-8).
 */
export function storeFirstMessage({ message, ...rest }: FirstMessage) {
  if (message.trim() === '') return
  deviceStorage.setItem(KEY, JSON.stringify({ ...rest, message: message.trim(), savedAt: Date.now() }))
}

/** Returns the message that a member wrote at the sign-up, until it is sent or too old. */
export function readFirstMessage(senderId: string): FirstMessage | null {
  try {
    return decodeFirstMessage(deviceStorage.getItem(KEY), { senderId, now: Date.now() })
  } catch {
    return null
  }
}

/** Decodes a stored message; null if it is another member's, too old or damaged. */
export function decodeFirstMessage(text: string | null, { senderId, now }: { senderId: string; now: number }) {
  const stored: unknown = JSON.parse(text ?? 'null')
  if (!isStored(stored) || stored.senderId !== senderId || now - stored.savedAt > SIGNUP_DRAFT_MS) return null
  const { profileId, message } = stored
  return { profileId, senderId, message }
}

export function deleteFirstMessage() {
  deviceStorage.removeItem(KEY)
}

function isStored(value: unknown): value is FirstMessage & { savedAt: number } {
  if (typeof value !== 'object' || value === null) return false
  const { profileId, senderId, message, savedAt } = value as Record<string, unknown>
  return (
    typeof profileId === 'string' &&
    typeof senderId === 'string' &&
    typeof message === 'string' &&
    typeof savedAt === 'number'
  )
}
