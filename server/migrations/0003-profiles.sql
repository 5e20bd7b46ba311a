-- What members say and show of themselves. Written by: profiles.

create table profiles (
  user_id bigint primary key references users on delete cascade,
  -- the only id that leaves the server
  public_id text not null unique,
  name text not null,
  gender text not null check (gender in ('male', 'female')),
  looking_for text not null check (looking_for in ('male', 'female')),
  birth_date date not null,
  country text not null,
  region text not null,
  city text not null,
  about text not null default '',
  relationship text,
  body_type text,
  interests text[] not null default '{}',
  -- one of the member's public photos, or null without any
  main_photo_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table photos (
  id bigint primary key,
  public_id text not null unique,
  user_id bigint not null references profiles on delete cascade,
  visibility text not null check (visibility in ('public', 'private')),
  -- 'disabled' by photo review: shown to nobody but the owner
  status text not null default 'active' check (status in ('active', 'disabled')),
  -- folder of the sizes in the photo storage
  storage_key text not null,
  -- of the large size, in pixels
  width int not null,
  height int not null,
  -- base64
  thumbhash text not null,
  created_at timestamptz not null
);

create index photos_by_owner on photos (user_id, created_at);
-- Asked before a folder is deleted: does any photo still have it?
create index photos_by_storage_key on photos (storage_key);

alter table profiles add foreign key (main_photo_id) references photos on delete set null deferrable initially deferred;
-- For the foreign key: a photo's deletion looks its profile up.
create index profiles_by_main_photo on profiles (main_photo_id);
