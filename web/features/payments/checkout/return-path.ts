import { tabStorage } from '#web/api/safe-storage.ts'

const KEY = 'return-to'

/** Where a member came from before buying credits: a conversation, by its path and the partner's name. */
export interface ReturnPath {
  path: string
  name: string
}

/** Only conversations are returned to; a stored value must not lead anywhere else. */
const CONVERSATION = /^\/(?:members\/[0-9A-Za-z]{14}\/chat|chats\/[0-9A-Za-z]{14})$/

/** Remembers in this tab where the member goes back to after buying credits. */
export function storeReturnPath(place: ReturnPath) {
  tabStorage.setItem(KEY, JSON.stringify(place))
}

/** Returns the stored place, or null. */
export function readReturnPath(): ReturnPath | null {
  return decodeReturnPath(tabStorage.getItem(KEY))
}

/** Decodes a stored place; null if it is not a conversation of this site. */
export function decodeReturnPath(text: string | null): ReturnPath | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { path, name } = stored as Record<string, unknown>
    if (typeof path !== 'string' || typeof name !== 'string' || !CONVERSATION.test(path)) return null
    return { path, name }
  } catch {
    return null
  }
}

/** Forgets the place, once the member is there again. */
export function forgetReturnPath() {
  tabStorage.removeItem(KEY)
}
