-- Replies to changing calls, for a client that sends a call again because it got none (SHELL-12). Written by
-- server/platform/http/repeated-calls.ts alone, which also deletes what is old.
create table call_replies (
  -- hash of the call and of the id that its client chose
  key bytea primary key,
  -- when the call began
  at timestamptz not null,
  -- status, cookies and body, encrypted; null while the call runs
  reply bytea
);

create index call_replies_at on call_replies (at);
