-- Photos in conversations. Written by: chat.

create table chat_photos (
  id bigint primary key,
  public_id text not null unique,
  sender_id bigint not null,
  receiver_id bigint not null,
  -- chosen by the sender's client for each upload: an upload sent again finds its photo
  client_id uuid not null,
  storage_key text not null unique,
  -- pixels of the size 'large'
  width int not null,
  height int not null,
  preview text not null,
  -- set of sizes and formats, as of profile photos
  renditions smallint not null,
  created_at timestamptz not null,
  -- the message that shows it; null until it is sent
  conversation_id bigint,
  seq int,
  unique (sender_id, client_id)
);

create index chat_photos_by_message on chat_photos (conversation_id, seq) where conversation_id is not null;
create index chat_photos_by_receiver on chat_photos (receiver_id);
create index chat_photos_unsent on chat_photos (created_at) where conversation_id is null;

alter table messages
  add column photo_id bigint,
  -- A photo that another message took first, or that was deleted meanwhile, leaves the message without one.
  add constraint messages_photo check ((kind = 'photo') = (photo_id is not null));
