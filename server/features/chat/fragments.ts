import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/tx.ts'

/** True for a message that its receiver has to read: notices and deleted messages do not count. */
export function countsAsUnread(messages: string) {
  return `${messages}.kind not in ('system', 'deleted')`
}

/** Locks a member's row of a conversation until the transaction ends, so that its counts do not change. */
export async function lockMember(tx: Tx, { userId, conversationKey }: { userId: number; conversationKey: number }) {
  await sql`
    select from conversation_members
    where user_id = ${userId} and conversation_id = ${conversationKey}
    for no key update`.execute(tx)
}
