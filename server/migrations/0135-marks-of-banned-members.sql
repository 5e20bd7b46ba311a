-- Photos and devices of banned members are marks like the others, which outlive the account (MOD-25).
-- Written by: moderation.

insert into moderation_fingerprints (trait, hash, case_id, created_at)
select 'device', encode(d.token_hash, 'hex'), c.id, c.decided_at
from moderation_cases c
join devices d on d.user_id = c.subject_id
where c.decision = 'ban' and c.reversed_at is null
union
select 'photo', k.fingerprint::text, c.id, c.decided_at
from moderation_cases c
join known_images k on k.user_id = c.subject_id and k.cause = 'banned'
where c.decision = 'ban' and c.reversed_at is null
on conflict do nothing;

-- What remains are images that were removed for good.
delete from known_images where cause = 'banned';
alter table known_images drop column user_id, drop column cause;
create unique index known_images_removed on known_images (fingerprint, case_id) nulls not distinct;

comment on column moderation_fingerprints.hash is
  'hex of a keyed hash, of a device of the hash of its token; of a photo the 64 digits of its perceptual hash';
