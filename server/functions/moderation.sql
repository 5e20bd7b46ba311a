-- What happened to a case cannot be changed.

create or replace function moderation_events_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'moderation_events is append-only';
end $$;

create or replace trigger moderation_events_append_only before update or delete on moderation_events
  for each row execute function moderation_events_are_final();

create or replace trigger moderation_events_no_truncate before truncate on moderation_events
  for each statement execute function moderation_events_are_final();

-- Stores what kind of content a case is about and of which day it is. Both stay when the content is erased.

create or replace function describe_case_content() returns trigger language plpgsql as $$
declare
  kind_of_message text;
begin
  if new.content is null or (tg_op = 'UPDATE' and new.content is not distinct from old.content) then
    return new;
  end if;
  new.content_kind := new.content ->> 'type';
  new.content_day := null;
  if new.content_kind = 'photo' then
    select (created_at at time zone 'UTC')::date into new.content_day
    from photos
    where public_id = new.content ->> 'photoId';
  elsif new.content_kind = 'message' then
    select kind, (sent_at at time zone 'UTC')::date into kind_of_message, new.content_day
    from messages
    where conversation_id = (new.content ->> 'conversationKey')::bigint and seq = (new.content ->> 'seq')::int;
    if kind_of_message in ('photo', 'voice') then
      new.content_kind := 'message_' || kind_of_message;
    end if;
  else
    select (updated_at at time zone 'UTC')::date into new.content_day
    from profiles
    where user_id = new.subject_id;
  end if;
  return new;
end $$;

create or replace trigger moderation_cases_describe_content before insert or update of content on moderation_cases
  for each row execute function describe_case_content();
