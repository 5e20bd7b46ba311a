-- Who sees a member: invisible and privacy mode, visits to profiles, reports of members. Written by: profiles, moderation.

alter table profiles
  -- not found, never online, no visits; shown only to members whom this one liked or wrote to (PRO-18)
  add column is_invisible boolean not null default false,
  -- photos and optional fields only for members to whom this one wrote (PRO-19)
  add column is_private boolean not null default false;

-- The modes are part of what the search may show (migration 0023): an invisible member is not found, and a filter
-- reveals nothing that privacy mode hides.
create or replace function search_visible(u users, p profiles) returns boolean language sql stable as $$
  select u.disabled_at is null and u.deleted_at is null and u.paused_at is null and not p.is_invisible
$$;

create or replace function search_facets(p profiles) returns bigint language sql stable as $$
  select (1::bigint << case shown.relationship when 'divorced' then 1 when 'living_together' then 2 when 'married' then 3 when 'single' then 4 when 'widowed' then 5 when 'unmarried' then 6 else 0 end)
    | (1::bigint << case shown.body_type when 'slim' then 8 when 'normal' then 9 when 'fat' then 10 else 7 end)
    | (1::bigint << case shown.sexuality when 'hetero' then 12 when 'gay' then 13 when 'lesbian' then 14 when 'bi' then 15 else 11 end)
    | (1::bigint << case shown.hair_colour when 'black' then 17 when 'brown' then 18 when 'blond' then 19 when 'red' then 20 when 'grey' then 21 when 'dyed' then 22 when 'none' then 23 else 16 end)
    | (1::bigint << case shown.eye_colour when 'brown' then 25 when 'blue' then 26 when 'green' then 27 when 'grey' then 28 when 'hazel' then 29 else 24 end)
    | (1::bigint << case shown.tattoos when 'none' then 31 when 'few' then 32 when 'many' then 33 else 30 end)
    | (1::bigint << case shown.reason when 'relationship' then 35 when 'dating' then 36 when 'friendship' then 37 when 'chatting' then 38 when 'adventure' then 39 else 34 end)
    | case when not p.is_private and exists (select from photos ph where ph.id = p.main_photo_id and ph.status = 'active')
        then 1::bigint << 40 else 1::bigint << 41 end
    | case when p.verified_at is null then 1::bigint << 43 else 1::bigint << 42 end
    | case when p.is_fictional then 1::bigint << 44 else 0 end
  from (select (case when p.is_private then null::profiles else p end).*) shown
$$;

-- Who opened whose profile: one row per pair with the latest visit. Written by: profiles.
create table profile_visits (
  owner_id bigint not null references profiles on delete cascade,
  visitor_id bigint not null references profiles on delete cascade,
  -- written at most once a day; milliseconds, so that a page's key is exact
  visited_at timestamptz(3) not null,
  -- when the owner opened the list; null for a visit that is new
  seen_at timestamptz,
  primary key (owner_id, visitor_id)
);

create index profile_visits_recent on profile_visits (owner_id, visited_at desc, visitor_id desc);
create index profile_visits_by_visitor on profile_visits (visitor_id);
-- Asked by the nightly deletion of old visits.
create index profile_visits_by_time on profile_visits (visited_at);

-- Reports of members, for review by an operator. Written by: moderation.
create table reports (
  id bigint primary key,
  public_id text not null unique,
  -- null after the erasure of that account; the text and the attachments are deleted then, reason and times stay
  reporter_id bigint references users on delete set null,
  reported_id bigint references users on delete set null,
  -- chosen by the reporter's client: a form sent again finds its report
  client_id uuid not null,
  -- what is reported: the profile, one of its photos, or one message of a conversation
  target text not null check (target in ('profile', 'photo', 'message')),
  photo_id text,
  conversation_id bigint,
  message_seq int,
  reason text not null,
  body text not null,
  -- 'open' until an operator decides
  status text not null default 'open' check (status in ('open', 'closed')),
  created_at timestamptz not null,
  unique (reporter_id, client_id)
);

create index reports_by_reporter on reports (reporter_id, created_at);
create index reports_by_reported on reports (reported_id);
create index reports_open on reports (created_at) where status = 'open';

create table report_attachments (
  id bigint primary key,
  report_id bigint not null references reports on delete cascade,
  -- folder of the image in the photo storage, which no address of the site leads to
  storage_key text not null unique,
  -- SHA-256 of the upload: the same file sent again is stored once
  content_hash bytea not null,
  width int not null,
  height int not null,
  created_at timestamptz not null,
  unique (report_id, content_hash)
);
