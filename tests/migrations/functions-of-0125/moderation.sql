-- What happened to a case cannot be changed.

create or replace function moderation_events_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'moderation_events is append-only';
end $$;

create or replace trigger moderation_events_append_only before update or delete on moderation_events
  for each row execute function moderation_events_are_final();

create or replace trigger moderation_events_no_truncate before truncate on moderation_events
  for each statement execute function moderation_events_are_final();
