import { sql } from 'kysely'
import type { Queryable } from '#server/platform/postgres/tx.ts'

/**
 * Returns everything about conversations that does not add up: gaps in numbers, list rows that differ from
 * the messages, counts that differ from the list rows, and messages whose price is not in the ledger or the
 * reverse. Empty when all is exact. Not for a database whose ledger has messages of deleted conversations.
 */
export async function auditChat(db: Queryable) {
  const { rows } = await sql<{ fault: string; key: string }>`
    select 'unread count' as fault, m.user_id || ' in ' || m.conversation_id as key
    from conversation_members m
    where m.unread_count <> (
      select count(*)
      from messages
      where messages.conversation_id = m.conversation_id
        and messages.sender_id = m.partner_id
        and messages.kind not in ('system', 'deleted')
        and messages.seq > greatest(m.read_seq, m.opened_seq)
    )
    union all
    select 'last number', m.user_id || ' in ' || c.id
    from conversation_members m
    join conversations c on c.id = m.conversation_id
    where m.last_seq <> c.last_seq or m.cleared_seq > m.read_seq or m.read_seq > m.delivered_seq or m.delivered_seq > m.last_seq
      or m.opened_seq > m.last_seq
      or (m.removed_at is not null and m.cleared_seq < m.last_seq)
    union all
    select 'gap in the numbers', c.id::text
    from conversations c
    join lateral (
      select count(*) as n, min(seq) as first, max(seq) as last from messages where conversation_id = c.id
    ) numbers on true
    where numbers.last <> c.last_seq or numbers.n <> numbers.last - numbers.first + 1
    union all
    select 'counts', n.user_id::text
    from chat_counts n
    left join lateral (
      select coalesce(sum(last_seq - cleared_seq), 0) as messages, coalesce(sum(unread_count), 0) as unread
      from conversation_members m
      where m.user_id = n.user_id
    ) sums on true
    where n.messages <> sums.messages or n.unread <> sums.unread
    union all
    select 'member without counts', m.user_id::text
    from conversation_members m
    where not exists (select from chat_counts n where n.user_id = m.user_id)
    union all
    select 'price not in the ledger', coalesce(paid.ref, entry.ref)
    from (
      select t.sender_id, c.public_id || ':' || t.client_id as ref, t.price
      from messages t
      join conversations c on c.id = t.conversation_id
      where t.price > 0
    ) paid
    full join (select user_id, ref, amount from credit_ledger where kind = 'message') entry
      on entry.user_id = paid.sender_id and entry.ref = paid.ref
    where entry.amount is distinct from -paid.price
    union all
    select 'balance', b.user_id::text
    from account_balances b
    where b.balance <> (select coalesce(sum(amount), 0) from credit_ledger e where e.user_id = b.user_id)
    union all
    select 'upload', t.conversation_id || ' ' || t.seq
    from messages t
    full join chat_uploads p on p.id = t.upload_id
    where (t.kind in ('photo', 'voice') and p.id is null)
      or (p.conversation_id is not null and (p.conversation_id, p.seq) is distinct from (t.conversation_id, t.seq))
  `.execute(db)
  return rows.map(({ fault, key }) => `${fault}: ${key}`)
}

/** @throws Error if something about conversations does not add up */
export async function assertExact(db: Queryable) {
  const faults = await auditChat(db)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
