-- Sending the mails of notices (NOTE-9 to NOTE-14). Written by: notifications; `users` by accounts.

-- Offers and news need a yes. A row in `consents` of the same kind says since when there is one.
alter table users alter column notifications_disabled set default '{promotions,news}';

update users
set notifications_disabled = notifications_disabled || array(
  select kind from unnest('{promotions,news}'::text[]) as kind where kind <> all (notifications_disabled)
)
where not notifications_disabled @> '{promotions,news}';

-- What mail servers and mail programs reported about addresses. It stays when an account is erased, so that
-- its address is not written to again: the hash needs the server's secret.
create table mail_addresses (
  address_hash bytea primary key,
  -- points at bounced_at; they halve with time
  bounces real not null default 0,
  bounced_at timestamptz,
  complained_at timestamptz
);

-- Reports that were handled: a repeated one changes nothing.
create table mail_reports (
  id bytea primary key,
  received_at timestamptz not null
);

create index mail_reports_received on mail_reports (received_at);

-- Mails in the present minute, by domain. Has the columns that the rate limiter expects.
create table mail_domain_counts (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);

-- News and offers that the operator sends to members.
create table notice_texts (
  id bigint primary key,
  key text not null unique,
  kind text not null check (kind in ('news', 'promotions')),
  -- null: all sites
  site_id int references sites,
  -- { en: { subject, paragraphs }, fr: … }
  texts jsonb not null,
  created_at timestamptz not null,
  -- the last member whose mail was queued
  last_user_id bigint not null default 0,
  ended_at timestamptz
);

create index notice_mails_domain on notice_mails (domain) where state = 'queued';
