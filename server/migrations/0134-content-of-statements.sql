-- What a statement of reasons says of the content and of the law. It stays when the content and the evidence are
-- erased, so that the statement is the same whenever it is exported (MOD-28). Written by: moderation.

alter table moderation_cases
  -- set with `content` by a trigger; null: the behaviour as a whole
  add column content_kind text
    check (content_kind in ('photo', 'message', 'message_photo', 'message_voice', 'profile_text')),
  -- when the content was sent, uploaded or last changed (UTC); null where it is unknown
  add column content_day date,
  -- the law that it breaks, by the operator who decided; null: the terms only
  add column legal_ground text;

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
where content is not null;
