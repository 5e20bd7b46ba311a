with input as (
  select *
  from unnest(
    (select $1::bigint[]), (select $2::bigint[]), (select $3::bigint[]), (select $4::bigint[]),
      (select $5::text[]), (select $6::uuid[]), (select $7::text[]), (select $8::text[]),
      (select $9::text[]), (select $10::text[]), (select $11::text[]), (select $12::int[]),
      (select $13::int[]), (select $14::timestamptz[]), (select $15::jsonb[])
  ) as input (ledger_id, payer_id, partner_id, conversation_id, conversation_public_id,
    client_id, kind, body, name, upload_key, preview, reply_to, price, at, quote )
), balances as (
  select b.user_id, b.balance, b.premium_since, b.last_entry_id
  from account_balances b
  where b.user_id = any (array(select payer_id from input))
  order by b.user_id
  for no key update
), open as (
  select id, last_seq + 1 as seq, started_by
  from conversations
  where id = any (array(
    select conversation_id
    from input
    join balances on user_id = payer_id
  ))
    and not is_blocked
  order by id
  for no key update
), message as (
  select input.*, seq, started_by
  from input
  join open on open.id = conversation_id
), paid as (
  select *
  from (
    select message.*, (balance - sum(price) over by_age)::int as credits, greatest(ledger_id,
      last_entry_id + row_number() over by_age) as entry_id
    from message
    join balances on balances.user_id = payer_id
    window by_age as (partition by payer_id order by ledger_id)
  ) charge
  where credits >= 0
), debit as (
  update account_balances b
  set balance = spent.credits, last_entry_id = spent.entry_id
  from (
    select payer_id, min(credits) as credits, max(entry_id) as entry_id
    from paid
    group by payer_id
  ) spent
  where b.user_id = spent.payer_id
  returning b.user_id, b.premium_since
), entry as (
  insert into credit_ledger (user_id, id, kind, ref, amount, balance_after, created_at)
  select payer_id, entry_id, 'message', conversation_public_id || ':' || client_id::text,
    -price, credits, at
  from paid
  where price > 0
), conversation as (
  update conversations c
  set last_seq = paid.seq
  from paid
  where c.id = paid.conversation_id
), upload as (
  update chat_uploads p
  set conversation_id = paid.conversation_id, seq = paid.seq
  from paid
  where p.public_id = upload_key
    and p.conversation_id is null
  returning ledger_id, p.id, width, height, p.preview, explicitness, duration_ms,
    peaks
), stored as (
  insert into messages (conversation_id, seq, sender_id, kind, body, name, upload_id,
    client_id, sent_at, reply_to, price, quote )
  select conversation_id, seq, payer_id, kind, body, name, upload.id, client_id, at,
    reply_to, price, quote
  from paid
  left join upload using (ledger_id)
), sides as (
  insert into conversation_members as m (user_id, conversation_id, partner_id, last_seq,
    last_message_at, last_preview, last_kind, last_sender_id, unread_count )
  select side.user_id, conversation_id, side.partner_id, seq, at, preview, kind, payer_id,
    side.unread_count
  from paid, lateral (values (payer_id, partner_id, 0), (partner_id, payer_id, 1)) as side (user_id,
    partner_id, unread_count)
  order by side.user_id
  on conflict (user_id, conversation_id) do update
  set last_seq = excluded.last_seq, last_message_at = excluded.last_message_at, last_preview = excluded.last_preview,
    last_kind = excluded.last_kind, last_sender_id = excluded.last_sender_id, unread_count = m.unread_count + excluded.unread_count,
    removed_at = null
  returning user_id, conversation_id, unread_count, last_seq, user_id = last_sender_id as is_sender
), counts as (
  insert into chat_counts as n (user_id, messages, unread, started)
  select sides.user_id, 1, case when is_sender then 0 else 1 end, case when last_seq = 1
    and started_by = sides.user_id then 1 else 0 end
  from sides
  join paid using (conversation_id)
  order by sides.user_id
  on conflict (user_id) do update
  set messages = n.messages + excluded.messages, unread = n.unread + excluded.unread,
    started = n.started + excluded.started
  returning user_id, messages, unread
)
select ledger_id, conversation_public_id as conversation_id, seq, credits, premium_since is not null as is_premium,
  mine.unread_count as unread, my_counts.messages as total_messages, my_counts.unread as total_unread,
  theirs.unread_count as partner_unread, their_counts.messages as partner_total_messages,
  their_counts.unread as partner_total_unread, upload.width as upload_width, upload.height as upload_height,
  upload.preview as upload_preview, upload.explicitness as upload_explicitness, upload.duration_ms as upload_duration_ms,
  upload.peaks as upload_peaks
from paid
join debit on debit.user_id = payer_id
join sides mine on mine.user_id = payer_id
join sides theirs on theirs.user_id = partner_id
join counts my_counts on my_counts.user_id = payer_id
join counts their_counts on their_counts.user_id = partner_id
left join upload using (ledger_id)
