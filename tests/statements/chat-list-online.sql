with page as materialized (
  select m.user_id, m.conversation_id, m.partner_id, m.unread_count, m.last_seq, m.last_kind,
    m.last_preview, m.last_sender_id, m.last_message_at, m.cleared_seq
  from conversation_members m
  where m.user_id = $1
    and m.removed_at is null
    and m.last_message_at >= $2
    and (m.last_message_at, m.conversation_id) < ($3, $4)
    and (
      select true
      from blocks b
      where b.user_id = m.user_id
        and b.other_id = m.partner_id
    ) is not true
    and ($6::text is null or exists (
      select
      from profiles named
      where named.user_id = m.partner_id
        and named.name ilike $6::text
    ))
    and exists (
      select
      from profile_search s
      join profiles p on p.user_id = s.user_id
      join users u on u.id = s.user_id
      where s.user_id = m.partner_id
        and s.last_active_at >= $7
        and ((u.disabled_at is null and u.deleted_at is null and u.paused_at is null)
        and not p.is_invisible and (not p.is_private or p.user_id = $1::bigint or exists (
          select
          from conversations c
          join conversation_members m on m.conversation_id = c.id
            and m.user_id = p.user_id
            and m.removed_at is null
          where c.low_id = least(p.user_id, $1::bigint)
            and c.high_id = greatest(p.user_id, $1::bigint)
            and exists (
              select
              from messages t
              where t.conversation_id = c.id
                and t.sender_id = p.user_id
                and t.seq > m.cleared_seq
                and t.kind not in ('system', 'deleted')
            )
        )))
    )
  order by m.last_message_at desc, m.conversation_id desc
  limit $5
)
select m.conversation_id as conversation_key, c.public_id as conversation_id, m.partner_id,
  not (u.disabled_at is null and u.deleted_at is null and u.paused_at is null) as has_left,
  m.unread_count, m.last_message_at, coalesce(written.seq, m.last_seq) as last_seq,
  coalesce(written.kind, m.last_kind) as last_kind, case coalesce(written.kind, '') when '' then m.last_preview when 'text' then written.body when 'gift' then written.name else '' end as last_preview,
  coalesce(written.sender_id, m.last_sender_id) = m.user_id as is_mine, coalesce(written.sent_at,
  m.last_message_at) as last_sent_at, case when marks.are_shown then theirs.delivered_seq else 0 end as partner_delivered_seq,
  case when marks.are_shown then theirs.read_seq else 0 end as partner_read_seq
from page m
join conversations c on c.id = m.conversation_id
join users u on u.id = m.partner_id
join profiles p on p.user_id = m.partner_id
join conversation_members theirs on theirs.user_id = m.partner_id
  and theirs.conversation_id = m.conversation_id
cross join lateral (
  select ((u.disabled_at is null and u.deleted_at is null and u.paused_at is null)
    and not p.is_invisible and (not p.is_private or p.user_id = $1::bigint or exists (
      select
      from conversations c
      join conversation_members m on m.conversation_id = c.id
        and m.user_id = p.user_id
        and m.removed_at is null
      where c.low_id = least(p.user_id, $1::bigint)
        and c.high_id = greatest(p.user_id, $1::bigint)
        and exists (
          select
          from messages t
          where t.conversation_id = c.id
            and t.sender_id = p.user_id
            and t.seq > m.cleared_seq
            and t.kind not in ('system', 'deleted')
        )
    ))) as are_shown
) marks
left join lateral (
  select w.seq, w.kind, w.name, w.body, w.sender_id, w.sent_at
  from messages w
  where m.last_kind = 'system'
    and m.last_preview = 'match'
    and w.conversation_id = m.conversation_id
    and w.seq > m.cleared_seq
    and w.sent_at >= $2
    and w.kind <> 'system'
  order by w.seq desc
  limit 1
) written on true
order by m.last_message_at desc, m.conversation_id desc
