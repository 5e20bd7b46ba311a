import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/platform/postgres/tx.ts'
import { raiseSignal } from './raise-signal.ts'
import { openerKey, textSignals } from './text-rules.ts'

interface Sent {
  senderId: number
  /** Of the sender. */
  siteId: number
  /** Public. */
  conversationId: string
  seq: number
  text: string
}

/**
 * Looks at a message that was sent: words about money, contact data in the first messages, one opener for
 * many. It stays as it is; what is noticed becomes a case.
 * Source: MOD-24.
 */
export async function inspectMessage(
  { db, transaction, clock, sites }: Pick<AppContext, 'db' | 'transaction' | 'clock' | 'sites'>,
  { senderId, siteId, conversationId, seq, text }: Sent,
) {
  const { settings } = sites.byId(siteId)
  const signals: { signal: 'money_phrase' | 'contact_data' | 'same_opener'; copies?: number }[] = textSignals(
    { text, seq },
    settings,
  ).map((signal) => ({ signal: signal as 'money_phrase' | 'contact_data' }))
  const key = seq === 1 ? openerKey(text) : null
  if (key !== null && settings.signal_opener_copies > 0) {
    const copies = await countOpener(db, { userId: senderId, key, at: clock.now() })
    if (copies >= settings.signal_opener_copies) signals.push({ signal: 'same_opener', copies })
  }
  if (signals.length === 0) return
  await transaction(async (tx) => {
    const content = await contentOf(tx, { conversationId, seq })
    for (const { signal, ...more } of signals)
      await raiseSignal({ clock }, tx, { userId: senderId, signal, content, data: { text, seq, ...more } })
  })
}

/** Counts a first message. Returns how many members got the same one. */
async function countOpener(db: Db, { userId, key, at }: { userId: number; key: string; at: Date }) {
  const hash = createHash('sha256').update(key).digest()
  const { rows } = await sql<{ copies: number }>`
    insert into moderation_openers (user_id, hash, copies, first_at)
    select id, ${hash}, 1, ${at} from users where id = ${userId}
    on conflict (user_id, hash) do update set copies = moderation_openers.copies + 1
    returning copies`.execute(db)
  return rows[0]?.copies ?? 0
}

async function contentOf(tx: Tx, { conversationId, seq }: { conversationId: string; seq: number }) {
  const row = await tx
    .selectFrom('conversations')
    .select('id')
    .where('publicId', '=', conversationId)
    .executeTakeFirst()
  return row ? { type: 'message' as const, conversationKey: row.id, seq } : null
}
