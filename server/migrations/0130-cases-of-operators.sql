-- An operator opens a case about what no one has reported. Written by: moderation.

alter table moderation_cases drop constraint moderation_cases_kind_check;
alter table moderation_cases add constraint moderation_cases_kind_check
  check (kind in ('report', 'photo', 'complaint', 'appeal', 'signal', 'removal', 'own'));
