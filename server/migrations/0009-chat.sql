-- Conversations and messages. Written by: chat.

create table conversations (
  id bigint primary key,
  public_id text not null unique,
  -- the pair, smaller key first: one conversation per pair
  low_id bigint not null,
  high_id bigint not null,
  started_by bigint not null,
  -- the starter's first, second … conversation; null when premium started it. Unique, so that two conversations
  -- started at the same moment cannot both be the last one that a free member may start
  started_nth int,
  -- sequence number of the latest message
  last_seq int not null default 0,
  created_at timestamptz not null,
  unique (low_id, high_id),
  check (low_id < high_id)
);

create unique index conversations_by_starter on conversations (started_by, started_nth);

create table messages (
  conversation_id bigint not null,
  -- 1, 2, 3 … without gaps: the order on every device
  seq int not null,
  sender_id bigint not null,
  kind text not null check (kind in ('text')),
  body text not null,
  -- chosen by the sender's client: a resend finds it and changes nothing
  client_id uuid not null,
  sent_at timestamptz not null,
  primary key (conversation_id, seq),
  unique (conversation_id, sender_id, client_id)
);

-- Each side's row of the chat list.
create table conversation_members (
  user_id bigint not null,
  conversation_id bigint not null,
  partner_id bigint not null,
  last_seq int not null default 0,
  -- milliseconds, so that a page's key is exact
  last_message_at timestamptz(3) not null,
  -- start of the latest message's text
  last_preview text not null default '',
  last_sender_id bigint not null,
  unread_count int not null default 0 check (unread_count >= 0),
  read_seq int not null default 0,
  -- history up to here was deleted by this side
  cleared_seq int not null default 0,
  -- set by deleting or blocking; a new message clears it
  removed_at timestamptz,
  primary key (user_id, conversation_id)
);

create index conversation_members_recent on conversation_members
  (user_id, last_message_at desc, conversation_id desc) where removed_at is null;
create index conversation_members_unread on conversation_members (user_id) where unread_count > 0 and removed_at is null;
