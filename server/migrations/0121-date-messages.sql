-- Messages that suggest a date: `name` has day and time by the clock at the place, `body` the place.
-- Written by: chat.

alter table messages drop constraint messages_kind_check;
alter table messages
  add constraint messages_kind_check check (kind in ('text', 'photo', 'gift', 'voice', 'date', 'system', 'deleted')),
  -- of a date: what the receiver answers; null before, and when the message is deleted
  add column answer text check (answer in ('accepted', 'declined'));
