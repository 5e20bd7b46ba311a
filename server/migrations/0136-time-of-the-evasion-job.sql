-- Up to when accounts were compared with banned ones: after an interruption the job continues there (MOD-25). One row.
-- Written by: moderation.

create table moderation_evasion_runs (
  is_only boolean primary key default true check (is_only),
  compared_until timestamptz not null
);
