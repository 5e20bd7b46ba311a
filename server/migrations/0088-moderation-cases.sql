-- The queue of moderation: cases, what happened to them, evidence, and who is told. Written by: moderation.

create table moderation_cases (
  id bigint primary key,
  -- names the case in the console; members get the references of `moderation_parties`
  reference text not null unique,
  kind text not null check (kind in ('report', 'photo', 'complaint', 'appeal', 'signal')),
  site_id int references sites,
  -- whose behaviour or content it is; null for complaints, and after the erasure of the account
  subject_id bigint references users on delete set null,
  -- reason of a report, name of a signal, topic of a complaint
  reason text not null,
  source text not null check (source in ('notice', 'own', 'automated')),
  -- what 'remove_content' removes: ids only
  content jsonb,
  -- a further report of the same thing joins the open case with this key
  key text,
  priority smallint not null default 0,
  status text not null default 'open' check (status in ('open', 'decided')),
  -- grows with all that joins: a decision names the state that it decides about
  version int not null default 1,
  opened_at timestamptz(3) not null,
  claimed_by bigint,
  claimed_until timestamptz,
  first_claimed_at timestamptz,
  decided_at timestamptz,
  decided_by bigint,
  decision text,
  violation text,
  -- end of a suspension
  until timestamptz,
  reversed_at timestamptz,
  -- of an appeal: the case that was decided, who appeals, and who must not decide again
  appeal_of bigint references moderation_cases,
  appellant text check (appellant in ('subject', 'notifier')),
  excluded_actor bigint,
  -- legal hold: until then the evidence stays, whatever becomes of the accounts; null once it is erased
  retain_until timestamptz,
  check ((status = 'decided') = (decision is not null)),
  check (decided_by is distinct from excluded_actor or decided_by is null),
  check ((kind = 'appeal') = (appeal_of is not null))
);

create index moderation_cases_queue on moderation_cases (priority desc, opened_at, id) where status = 'open';
create unique index moderation_cases_open_key on moderation_cases (key) where status = 'open' and key is not null;
create index moderation_cases_by_subject on moderation_cases (subject_id, opened_at desc) where subject_id is not null;
create index moderation_cases_by_appeal on moderation_cases (appeal_of) where appeal_of is not null;
create index moderation_cases_decided on moderation_cases (decided_at, id) where status = 'decided';
create index moderation_cases_by_retention on moderation_cases (retain_until);
create index moderation_cases_oldest on moderation_cases (opened_at) where status = 'open';

-- All that happened to a case, without personal data. Rows are only added.
create table moderation_events (
  id bigint primary key,
  case_id bigint not null references moderation_cases,
  type text not null check (type in (
    'opened', 'joined', 'claimed', 'skipped', 'decided', 'appealed', 'reversed', 'evidence_erased'
  )),
  -- the operator; null for the program and for members
  actor_id bigint,
  -- of a decision: sent again, it changes nothing
  client_id uuid,
  at timestamptz not null,
  data jsonb not null default '{}'
);

create index moderation_events_by_case on moderation_events (case_id, id);
create unique index moderation_events_client_id on moderation_events (case_id, client_id) where client_id is not null;

-- Copies of what a case is about, as it was, beside those of `reports`. Deleted when the hold of the case ends.
create table moderation_evidence (
  id bigint primary key,
  case_id bigint not null references moderation_cases,
  kind text not null check (kind in ('conversation', 'profile', 'photo', 'appeal', 'signal', 'note')),
  -- a member who wrote it, or a side of the conversation: deleted with that account
  author_id bigint references users on delete set null,
  data jsonb not null,
  -- folder of an image in the photo storage
  storage_key text,
  created_at timestamptz not null
);

create index moderation_evidence_by_case on moderation_evidence (case_id, id);
create index moderation_evidence_by_file on moderation_evidence (storage_key) where storage_key is not null;
create index moderation_evidence_by_author on moderation_evidence (author_id) where author_id is not null;

-- Who is told what was decided, and under which reference: whoever has the reference may read it and appeal.
create table moderation_parties (
  reference text primary key,
  case_id bigint not null references moderation_cases,
  role text not null check (role in ('subject', 'notifier', 'complainant')),
  -- null for visitors, and after the erasure of the account
  user_id bigint references users on delete set null,
  appeal_until timestamptz,
  appeal_id bigint references moderation_cases,
  created_at timestamptz not null
);

create index moderation_parties_by_case on moderation_parties (case_id);
create index moderation_parties_by_user on moderation_parties (user_id, created_at desc) where user_id is not null;

-- Members who were told that someone they wrote with was banned for fraud: once per case.
create table moderation_warnings (
  case_id bigint not null references moderation_cases,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (case_id, user_id)
);
create index moderation_warnings_by_user on moderation_warnings (user_id);

-- Keyed hashes of what a banned member used, so that a signal is raised when another account uses it.
create table moderation_fingerprints (
  trait text not null check (trait in ('email', 'phone', 'device', 'bank_account', 'photo')),
  hash text not null,
  case_id bigint not null references moderation_cases,
  created_at timestamptz not null,
  primary key (trait, hash, case_id)
);

-- How many members got the same first message from a member. Hashes only.
create table moderation_openers (
  user_id bigint not null references users on delete cascade,
  hash bytea not null,
  copies int not null,
  first_at timestamptz not null,
  primary key (user_id, hash)
);
create index moderation_openers_by_time on moderation_openers (first_at);

-- Every open report and complaint of before is a case of the queue.
insert into moderation_cases
  (id, reference, kind, site_id, subject_id, reason, source, content, opened_at, retain_until)
select r.id, r.public_id, 'report', u.site_id, r.reported_id, r.reason, 'notice',
  case r.target
    when 'photo' then jsonb_build_object('type', 'photo', 'photoId', r.photo_id)
    when 'message' then jsonb_build_object('type', 'message', 'conversationKey', r.conversation_id, 'seq', r.message_seq)
    else jsonb_build_object('type', 'profile_text')
  end,
  r.created_at, r.created_at + interval '365 days'
from reports r join users u on u.id = r.reported_id
where r.status = 'open' and r.reporter_id is not null;

insert into moderation_parties (reference, case_id, role, user_id, created_at)
select r.public_id, r.id, 'notifier', r.reporter_id, r.created_at
from reports r join moderation_cases c on c.id = r.id;

insert into moderation_cases (id, reference, kind, site_id, reason, source, opened_at, retain_until)
select id, public_id, 'complaint', site_id, topic, 'notice', created_at, created_at + interval '365 days'
from complaints where status = 'open' and email <> '';

insert into moderation_parties (reference, case_id, role, user_id, created_at)
select c.public_id, c.id, 'complainant', c.user_id, c.created_at
from complaints c join moderation_cases m on m.id = c.id and m.kind = 'complaint';

alter table reports add column case_id bigint references moderation_cases;
update reports r set case_id = c.id from moderation_cases c where c.id = r.id;
create index reports_by_case on reports (case_id) where case_id is not null;

-- End of a suspension by an operator; null while disabled for good. Written by: accounts.
alter table users add column disabled_until timestamptz;
create index users_suspended on users (disabled_until) where disabled_until is not null;

-- Hidden from the search by an operator's decision, which the member is told. Written by: profiles.
alter table profiles add column is_search_hidden boolean not null default false;
