-- What a statement of reasons says of the content and of the law. It stays when the content and the evidence are
-- erased, so that the statement is the same whenever it is exported (MOD-28). Written by: moderation.

alter table moderation_cases
  -- photo, message, message_photo, message_voice or profile_text: set with `content` by a trigger, stays when that is
  -- erased; null: the behaviour as a whole
  add column content_kind text,
  -- when the content was sent, uploaded or last changed (UTC); null where it is unknown
  add column content_day date,
  -- the law that it breaks, by the operator who decided; null: the terms only
  add column legal_ground text;

-- Up to when accounts were compared with banned ones: after an interruption the job continues there (MOD-25). One row.
-- Written by: moderation.
create table moderation_evasion_runs (
  is_only boolean primary key default true check (is_only),
  compared_until timestamptz not null
);
