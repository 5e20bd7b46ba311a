-- Copies of reported messages. Written by: moderation.

alter table reports
  -- Kind, text, gift and time of the message, for review: its sender may delete it, and history ends. A photo is copied as
  -- an attachment. Null for other targets, and after the erasure of one of the two accounts.
  add column message_copy jsonb;
