import { tabStorage } from '#web/api/safe-storage.ts'

const KEY = 'return-to'

/** Of a message that waits, what fits into one line. */
const MESSAGE_START = 120

/** Where a member came from before buying credits: a conversation, with what is shown of it. */
export interface ReturnPath {
  path: string
  /** The partner's. */
  name: string
  /** Id of the partner's main photo. */
  photo: string | null
  /** The beginning of the message that waits for credits; empty without one. */
  message: string
}

/** Only conversations are returned to, also with a gift; a stored value must not lead anywhere else. */
const CONVERSATION = /^\/(?:members\/[0-9A-Za-z]{14}\/chat(?:\?gift)?|chats\/[0-9A-Za-z]{14})$/
const PHOTO = /^[0-9A-Za-z]{14}$/

/** Remembers in this tab where the member goes back to after buying credits. */
export function storeReturnPath(place: ReturnPath) {
  tabStorage.setItem(KEY, JSON.stringify({ ...place, message: place.message.trim().slice(0, MESSAGE_START) }))
}

/** Returns the stored place, or null. */
export function readReturnPath(): ReturnPath | null {
  return decodeReturnPath(tabStorage.getItem(KEY))
}

/** A script that marks the document if the tab has a place: the page leaves the height for it. */
export const markStoredPath = `try{if(sessionStorage.getItem('${KEY}'))document.documentElement.dataset.waits=''}catch{}`

/** Decodes a stored place; null if it is not a conversation of this site. */
export function decodeReturnPath(text: string | null): ReturnPath | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { path, name, photo, message } = stored as Record<string, unknown>
    if (typeof path !== 'string' || typeof name !== 'string' || !CONVERSATION.test(path)) return null
    return {
      path,
      name,
      photo: typeof photo === 'string' && PHOTO.test(photo) ? photo : null,
      message: typeof message === 'string' ? message : '',
    }
  } catch {
    return null
  }
}

/** Forgets the place: the member is there again, or the message that waited was sent or removed. */
export function forgetReturnPath() {
  tabStorage.removeItem(KEY)
}
