-- Kinds of messages, replies, reactions, delivery, and counts that are kept instead of counted. Written by: chat.

alter table messages drop constraint messages_kind_check;
alter table messages
  add constraint messages_kind_check check (kind in ('text', 'photo', 'gift', 'system', 'deleted')),
  -- of a gift or a notice; the values are in the contract
  add column name text,
  -- number of the message that this one answers
  add column reply_to int,
  -- reactions by the sender of the message and by the other member
  add column sender_reaction text,
  add column receiver_reaction text,
  -- what the sender paid, in credits; 0 for a notice and where a match writes free of charge
  add column price int not null default 0 check (price >= 0);

update messages
set price = -entry.amount
from conversations, credit_ledger entry
where conversations.id = messages.conversation_id
  and entry.user_id = messages.sender_id
  and entry.kind = 'message'
  and entry.ref = conversations.public_id || ':' || messages.client_id::text;

alter table conversation_members
  -- up to here the messages reached a device of this side
  add column delivered_seq int not null default 0,
  add column last_kind text not null default 'text';
update conversation_members set delivered_seq = read_seq where read_seq > 0;

-- Whether one of the two blocks the other. A message that passed its checks before the block finds it here, under the
-- lock of the conversation.
alter table conversations add column is_blocked boolean not null default false;
update conversations
set is_blocked = true
from blocks
where blocks.user_id = conversations.low_id and blocks.other_id = conversations.high_id;

-- Counts of a member over all conversations. They are the last rows that a statement locks, in the order of the keys.
create table chat_counts (
  user_id bigint primary key,
  -- messages that the member has not deleted, and those that the member has not read
  messages int not null default 0,
  unread int not null default 0,
  -- conversations that the member ever started; erasing a partner does not lower it
  started int not null default 0
) with (fillfactor = 70);

insert into chat_counts (user_id, messages, unread, started)
select counted.user_id, sum(counted.messages), sum(counted.unread), sum(counted.started)
from (
  select user_id, last_seq - cleared_seq as messages, unread_count as unread, 0 as started from conversation_members
  union all
  select started_by, 0, 0, greatest(count(*), max(coalesce(started_nth, 0))) from conversations group by started_by
) counted
join users on users.id = counted.user_id
group by counted.user_id;
