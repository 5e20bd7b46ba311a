import { tabStorage } from '#web/api/safe-storage.ts'

/** Key in the tab's storage of the notice that the next document shows once. */
export const STORED_NOTICE = 'notice'

export type Notice = 'logged-out' | 'new-password'

/** Stores what is done, for the document that is loaded next: this one is about to go. */
export function storeNotice(notice: Notice) {
  tabStorage.setItem(STORED_NOTICE, notice)
}
