-- Images that operators upload for landing pages. Written by: landers.

create table lander_images (
  -- of the file, and in its address
  storage_key text primary key,
  created_at timestamptz not null,
  -- since when no content has the image; null: some has
  unused_since timestamptz
);
