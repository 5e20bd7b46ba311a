import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { countsAsUnread } from '#server/features/chat/fragments.ts'

interface Expiry {
  /** Key of the conversation after which the batch begins. */
  after: number
  limit: number
  /** Messages before that are hidden from both sides (CHAT-10). */
  since: Date
  /** Messages after that stay, because their sender's client may send them again. */
  resendable: Date
  at: Date
}

/**
 * Deletes the messages of a batch of conversations that neither side can see: older than the history, or
 * deleted by both. Returns their photos' storage keys, and the key of the next batch or null.
 */
export async function expireMessages(tx: Tx, { after, limit, since, resendable, at }: Expiry) {
  const batch = await findExpired(tx, { after, limit, since })
  const due = batch.filter(({ isDue }) => isDue)
  const next = batch.length < limit ? null : (batch.at(-1)?.id ?? null)
  if (due.length === 0) return { storageKeys: [], next }
  const ids = due.map(({ id }) => id)
  await lockAll(tx, ids)
  await clearHistory(tx, { ids, horizons: due.map(({ horizon }) => horizon), at })
  return { storageKeys: await deleteCleared(tx, { ids, before: resendable }), next }
}

/** Finds how far each conversation's history is hidden, and whether that or a deleted part is stored. */
async function findExpired(tx: Tx, { after, limit, since }: Pick<Expiry, 'after' | 'limit' | 'since'>) {
  const { rows } = await sql<{ id: number; horizon: number; isDue: boolean }>`
    select batch.id, kept.horizon, coalesce(oldest.seq <= greatest(kept.horizon, cleared.seq), false) as "isDue"
    from (select id, low_id, high_id, last_seq from conversations where id > ${after} order by id limit ${limit}) batch
    left join lateral (
      select seq from messages where conversation_id = batch.id order by seq limit 1
    ) oldest on true
    cross join lateral (
      select coalesce(
        (select seq from messages where conversation_id = batch.id and sent_at >= ${since} order by seq limit 1) - 1,
        batch.last_seq
      ) as horizon
    ) kept
    cross join lateral (
      select coalesce(min(cleared_seq), 0) as seq
      from conversation_members m
      where m.conversation_id = batch.id and m.user_id in (batch.low_id, batch.high_id)
    ) cleared
    order by batch.id`.execute(tx)
  return rows
}

/** Locks conversations and the rows of their members, in the order in which all statements do. */
async function lockAll(tx: Tx, ids: number[]) {
  await sql`select from conversations where id = any(${ids}) order by id for no key update`.execute(tx)
  await sql`
    select from conversation_members m
    join conversations c on c.id = m.conversation_id
    where c.id = any(${ids}) and m.user_id in (c.low_id, c.high_id)
    order by m.user_id, m.conversation_id
    for no key update of m`.execute(tx)
}

/** Deletes the hidden history for both members, with its unread messages. */
async function clearHistory(tx: Tx, { ids, horizons, at }: { ids: number[]; horizons: number[]; at: Date }) {
  await sql`
    with seen as (
      select m.user_id, m.conversation_id, expired.seq, expired.seq - m.cleared_seq as messages,
        m.unread_count - unread.n as read
      from unnest(${ids}::bigint[], ${horizons}::int[]) as expired (id, seq)
      join conversations c on c.id = expired.id
      join conversation_members m on m.conversation_id = c.id and m.user_id in (c.low_id, c.high_id)
      cross join lateral (
        select count(*)::int as n
        from messages
        where messages.conversation_id = c.id
          and messages.sender_id = m.partner_id
          and ${sql.raw(countsAsUnread('messages'))}
          and messages.seq > greatest(m.read_seq, m.opened_seq, expired.seq)
      ) unread
      where m.cleared_seq < expired.seq
    ),
    cleared as (
      update conversation_members m
      set cleared_seq = seen.seq,
        read_seq = greatest(m.read_seq, seen.seq),
        delivered_seq = greatest(m.delivered_seq, seen.seq),
        removed_at = case when m.last_seq <= seen.seq then coalesce(m.removed_at, ${at}) else m.removed_at end,
        unread_count = m.unread_count - seen.read
      from seen
      where m.user_id = seen.user_id and m.conversation_id = seen.conversation_id
      returning m.user_id, seen.messages, seen.read
    )
    insert into chat_counts as c (user_id, messages, unread)
    select user_id, -sum(messages), -sum(read)
    from cleared
    group by user_id
    order by user_id
    on conflict (user_id) do update
    set messages = c.messages + excluded.messages, unread = c.unread + excluded.unread`.execute(tx)
}

async function deleteCleared(tx: Tx, { ids, before }: { ids: number[]; before: Date }) {
  const { rows } = await sql<{ storageKey: string }>`
    with cleared as (
      select m.conversation_id, min(m.cleared_seq) as seq
      from conversation_members m
      join conversations c on c.id = m.conversation_id
      where c.id = any(${ids}) and m.user_id in (c.low_id, c.high_id)
      group by m.conversation_id
    ),
    gone as (
      delete from messages
      using cleared
      where messages.conversation_id = cleared.conversation_id
        and messages.seq <= cleared.seq
        and messages.sent_at < ${before}
      returning messages.upload_id
    )
    delete from chat_uploads using gone where chat_uploads.id = gone.upload_id
    returning storage_key as "storageKey"`.execute(tx)
  return rows.map(({ storageKey }) => storageKey)
}
