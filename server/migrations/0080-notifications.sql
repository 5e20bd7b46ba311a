-- Mails and push messages about what happens to a member (NOTE-3). Written by: notifications.

-- What a member chose beyond the kinds, and when the next regular mail is due. One row for each account.
create table notice_members (
  user_id bigint primary key references users on delete cascade,
  -- IANA name; null: not known
  time_zone text,
  -- seven entries from Monday, each null or [from, to] in minutes of the day
  quiet_hours jsonb,
  -- names, and the beginning of messages, in mails and push messages
  is_detailed boolean not null default false,
  digest_at timestamptz not null,
  reminder_at timestamptz not null
);

create index notice_members_digest on notice_members (digest_at);
create index notice_members_reminder on notice_members (reminder_at);

insert into notice_members (user_id, digest_at, reminder_at)
select id, now() + random() * interval '7 days', now() + random() * interval '1 day' from users;

-- What waits to be sent. A row stands for all that one member did of a kind until it is decided.
create table notices (
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('message', 'conversation', 'like', 'match', 'photo_request')),
  -- who did it
  other_id bigint not null references users on delete cascade,
  -- number of the latest message; 0 for other kinds
  seq int not null,
  happened_at timestamptz not null,
  -- null: decided
  push_at timestamptz,
  mail_at timestamptz,
  primary key (user_id, kind, other_id)
);

create index notices_other on notices (other_id);
create index notices_push on notices (push_at) where push_at is not null;
create index notices_mail on notices (mail_at) where mail_at is not null;

-- Mails to send and sent: about notices, and regular ones.
create table notice_mails (
  id bigint primary key,
  user_id bigint not null references users on delete cascade,
  -- the switch of the settings that it belongs to
  kind text not null,
  -- of a regular mail, which a member gets once: the digest of a day, a text to all
  key text,
  about jsonb not null default '{}',
  state text not null check (state in ('queued', 'sending', 'sent', 'skipped', 'failed', 'unknown')),
  -- why it was not sent
  reason text,
  -- domain of the address
  domain text not null,
  attempts int not null default 0,
  created_at timestamptz not null,
  -- while it is queued: when it is tried; while it is being sent: since when
  run_at timestamptz not null,
  ended_at timestamptz,
  unique (user_id, key)
);

create index notice_mails_due on notice_mails (run_at) where state in ('queued', 'sending');
create index notice_mails_member on notice_mails (user_id, created_at);
create index notice_mails_ended on notice_mails (ended_at) where ended_at is not null;

-- What was decided about notices, for support.
create table notice_log (
  id bigint primary key,
  user_id bigint not null references users on delete cascade,
  channel text not null check (channel in ('mail', 'push')),
  kind text not null,
  other_id bigint references users on delete set null,
  seq int not null,
  -- why it was not sent; null: it was
  reason text,
  -- the mail that contains it
  mail_id bigint references notice_mails on delete cascade,
  decided_at timestamptz not null
);

create index notice_log_member on notice_log (user_id, decided_at);
create index notice_log_other on notice_log (other_id);
create index notice_log_mail on notice_log (mail_id);
create index notice_log_decided on notice_log (decided_at);

-- Nothing is sent twice: one notice for each event, member and channel.
create unique index notice_log_once on notice_log (user_id, channel, kind, other_id, seq) where reason is null;
