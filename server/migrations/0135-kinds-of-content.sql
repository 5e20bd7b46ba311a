-- runs: in batches of moderation_cases
-- The kind of content of the cases from before the column. Their day stays unknown.
update moderation_cases c
set content_kind = case
  when content ->> 'type' <> 'message' then content ->> 'type'
  else coalesce(
    (
      select case m.kind when 'photo' then 'message_photo' when 'voice' then 'message_voice' end
      from messages m
      where m.conversation_id = (c.content ->> 'conversationKey')::bigint and m.seq = (c.content ->> 'seq')::int
    ),
    'message'
  )
end
where c.ctid >= $1 and c.ctid < $2 and content is not null and content_kind is null
