-- Captions, order, review and access of photos. Written by: profiles; unlocks writes photo_unlocks.

alter table photos drop constraint photos_visibility_check;
alter table photos add constraint photos_visibility_check check (visibility in ('public', 'private', 'on_request'));

alter table photos drop constraint photos_status_check;
update photos set status = 'rejected' where status = 'disabled';
-- 'pending' until an operator decides, where the site reviews photos first. Only an active photo is shown to others.
alter table photos add constraint photos_status_check check (status in ('active', 'pending', 'rejected'));

alter table photos
  -- why it was rejected; the values are in the contract
  add column rejection text,
  add column caption text not null default '',
  -- place in the member's own order, after the main photo
  add column position int not null default 0,
  -- chosen by the client for each upload: an upload sent again finds its photo
  add column client_id uuid,
  add constraint photos_client_id unique (user_id, client_id);

update photos set rejection = 'other' where status = 'rejected';
alter table photos add constraint photos_rejection check ((status = 'rejected') = (rejection is not null));

update photos
set position = placed.position
from (select id, row_number() over (partition by user_id order by created_at, id) as position from photos) placed
where placed.id = photos.id;

drop index photos_by_owner;
create index photos_by_owner on photos (user_id, position, id);

-- Who asked a member for the photos on request, and the answer: one row per pair.
create table photo_requests (
  owner_id bigint not null references profiles on delete cascade,
  member_id bigint not null references profiles on delete cascade,
  -- 'declined' also after the owner withdrew a grant; the member is not told the difference to 'asked'
  state text not null check (state in ('asked', 'granted', 'declined')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  primary key (owner_id, member_id)
);

create index photo_requests_by_member on photo_requests (member_id, asked_at);

-- Private photos that a member paid for.
create table photo_unlocks (
  user_id bigint not null references users on delete cascade,
  photo_id bigint not null references photos on delete cascade,
  -- in credits
  price int not null,
  unlocked_at timestamptz not null,
  primary key (user_id, photo_id)
);

create index photo_unlocks_by_photo on photo_unlocks (photo_id);
