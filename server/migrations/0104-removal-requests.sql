-- Requests of anyone to remove an intimate image (MOD-31): complaints that name a place, whose cases have a clock.

-- where the image is: addresses, or a description; '' in complaints of other topics. Written by: pages.
alter table complaints add column place text not null default '';

alter table moderation_cases drop constraint moderation_cases_kind_check;
alter table moderation_cases add constraint moderation_cases_kind_check
  check (kind in ('report', 'photo', 'complaint', 'appeal', 'signal', 'removal'));
-- when the case must be decided; null where nothing demands a time
alter table moderation_cases add column due_at timestamptz(3);
create index moderation_cases_due on moderation_cases (due_at) where status = 'open' and due_at is not null;

alter table moderation_parties drop constraint moderation_parties_role_check;
alter table moderation_parties add constraint moderation_parties_role_check
  check (role in ('subject', 'notifier', 'complainant', 'requester'));

-- of a removed image: the case that removed it, whose reversal allows the image again. Written by: moderation.
alter table known_images add column case_id bigint references moderation_cases;
create index known_images_by_case on known_images (case_id) where case_id is not null;

-- named: an operator said which image a request is about
alter table moderation_events drop constraint moderation_events_type_check;
alter table moderation_events add constraint moderation_events_type_check check (type in (
  'opened', 'joined', 'claimed', 'skipped', 'decided', 'appealed', 'reversed', 'evidence_erased', 'named'
));
