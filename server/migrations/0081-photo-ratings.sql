-- What the program finds in an uploaded image, and the images that may not be uploaded again. Written by:
-- profiles (photos, profiles), chat (chat_photos), moderation (known_images).

alter table photos
  -- perceptual hash; null for an image without structure, and for photos from before
  add column fingerprint bit(64),
  -- probability that it is explicit; null: not rated
  add column explicitness real,
  -- when an operator last decided about this image
  add column reviewed_at timestamptz,
  -- the operator who is looking at it, and for how long no other one gets it
  add column claimed_by text,
  add column claimed_until timestamptz;

alter table chat_photos
  add column fingerprint bit(64),
  add column explicitness real;

alter table profiles
  -- explicit photos in a conversation are covered until the member opens them
  add column covers_explicit boolean not null default true;

-- The queue of the photo review: what is rated explicit first, then the oldest.
create index photos_to_review on photos (explicitness desc nulls last, id) where status = 'pending';

-- Fingerprints of images that an operator removed, or that a banned member had.
create table known_images (
  id bigint primary key,
  fingerprint bit(64) not null,
  -- removed: an image near it cannot be uploaded; banned: an upload near it is reported to the operators
  cause text not null check (cause in ('removed', 'banned')),
  -- the banned member, whose erasure erases the fingerprint
  user_id bigint references users on delete cascade,
  created_at timestamptz not null,
  check ((cause = 'banned') = (user_id is not null))
);

create index known_images_by_user on known_images (user_id) where user_id is not null;
create unique index known_images_removed on known_images (fingerprint) where cause = 'removed';
