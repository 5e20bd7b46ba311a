import type { AppContext } from '#server/context.ts'
import { newId } from '#server/platform/ids.ts'
import { insertText, type NoticeTexts } from './text-queries.ts'

interface TextToSend {
  /** Names the text: it is sent once. */
  key: string
  kind: 'news' | 'promotions'
  /** Null: the members of all sites. */
  siteId: number | null
  texts: NoticeTexts
}

/**
 * Has a text mailed to all members who asked for its kind (NOTE-10); the jobs queue and send it. Returns
 * false if there is one with this key.
 */
export async function sendText({ db, clock }: Pick<AppContext, 'db' | 'clock'>, text: TextToSend) {
  return insertText(db, { id: newId(clock), createdAt: clock.now(), ...text })
}
