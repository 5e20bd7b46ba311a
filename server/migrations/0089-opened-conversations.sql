-- Opening a conversation ends the count of its unread messages (CHAT-11), although only messages that were seen
-- are shown to the partner as read: unread are those after the greater of `read_seq` and `opened_seq`.
alter table conversation_members
  -- number of the last message when this side last opened the conversation
  add column opened_seq int not null default 0,
  -- when that was
  add column opened_at timestamptz;

create index conversation_members_opened on conversation_members (user_id, opened_at desc)
  where opened_at is not null and removed_at is null;
