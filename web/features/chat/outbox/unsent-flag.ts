import { deviceStorage } from '#web/api/safe-storage.ts'

const KEY = 'unsent-messages'

/** Whether messages wait on this device. Cheap enough for every page, which loads the sender only then. */
export function hasUnsent() {
  return deviceStorage.getItem(KEY) !== null
}

/** Where the browser stores nothing the messages are sent when a conversation is opened. */
export function markUnsent(isWaiting: boolean) {
  if (isWaiting) deviceStorage.setItem(KEY, '1')
  else deviceStorage.removeItem(KEY)
}
