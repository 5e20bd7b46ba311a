-- Selfies with a pose, by which an operator sees that a profile's photos show its member. Written by: profiles.

create table verifications (
  user_id bigint primary key references profiles on delete cascade,
  -- of the attempt; another one with each pose
  public_id text not null unique,
  -- 'asked': a pose was given; 'waiting': the selfie waits for an operator; 'expired': no one decided in time;
  -- 'lost': the main photo is none that the operator saw
  state text not null check (state in ('asked', 'waiting', 'approved', 'rejected', 'expired', 'lost')),
  pose text not null,
  -- until when a selfie with this pose can be sent
  pose_until timestamptz not null,
  -- folder of the selfie in the photo storage, which no address of a photo leads to; null once it is erased
  storage_key text unique,
  sent_at timestamptz,
  -- rated explicit: operators see it covered at first
  is_explicit boolean not null default false,
  -- the operator who has taken it, and until when no other one gets it
  claimed_by text,
  claimed_until timestamptz,
  -- why it was rejected, and when that was decided
  rejection text,
  decided_at timestamptz,
  -- public ids of the photos that the operator saw beside an accepted selfie; a replaced photo has another id
  photo_ids text[] not null default '{}',
  check ((state = 'waiting') = (storage_key is not null))
);

create index verifications_waiting on verifications (sent_at) where state = 'waiting';
