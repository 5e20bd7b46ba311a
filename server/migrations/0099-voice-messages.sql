-- Voice messages: uploads like photos, of another kind. Written by: chat (uploads, messages), moderation (attachments).

alter table chat_photos rename to chat_uploads;
alter index chat_photos_by_message rename to chat_uploads_by_message;
alter index chat_photos_by_receiver rename to chat_uploads_by_receiver;
alter index chat_photos_unsent rename to chat_uploads_unsent;

alter table chat_uploads
  add column kind text not null default 'photo',
  alter column width drop not null,
  alter column height drop not null,
  alter column preview drop not null,
  alter column renditions drop not null,
  -- of a voice message: what the first bytes of the file say
  add column media_type text,
  -- of a voice message, as the sender's browser measured them: length, and loudness from 0 to 100 over its time
  add column duration_ms int,
  add column peaks smallint[],
  add constraint chat_uploads_kind check (
    kind = 'photo' and num_nulls(width, height, preview, renditions) = 0
    or kind = 'voice' and num_nulls(media_type, duration_ms, peaks) = 0
  );

alter table messages rename column photo_id to upload_id;
alter table messages drop constraint messages_photo, drop constraint messages_kind_check;
alter table messages
  add constraint messages_kind_check check (kind in ('text', 'photo', 'gift', 'voice', 'system', 'deleted')),
  -- An upload that another message took first, or that was deleted meanwhile, leaves the message without one.
  add constraint messages_upload check ((kind in ('photo', 'voice')) = (upload_id is not null));

-- The copy of a voice message that was reported has no size, but a length.
alter table report_attachments
  alter column width drop not null,
  alter column height drop not null,
  add column media_type text not null default 'image/webp',
  add column duration_ms int;
