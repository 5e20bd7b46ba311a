const KEY = 'unsent-messages'

/** Whether messages wait on this device. Cheap enough for every page, which loads the code that sends them only then. */
export function hasUnsent() {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function markUnsent(isWaiting: boolean) {
  try {
    if (isWaiting) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is switched off: the messages are sent when a conversation is opened.
  }
}
