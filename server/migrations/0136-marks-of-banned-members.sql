-- runs: in batches of moderation_cases
-- Devices and photos of banned members are marks like the others, which outlive the account (MOD-25). The hash of a
-- photo is the 64 digits of its perceptual hash. The program reads no rows of known_images of banned members any more.
insert into moderation_fingerprints (trait, hash, case_id, created_at)
select marks.trait, marks.hash, c.id, c.decided_at
from moderation_cases c
cross join lateral (
  select 'device' as trait, encode(d.token_hash, 'hex') as hash from devices d where d.user_id = c.subject_id
  union
  select 'photo', k.fingerprint::text from known_images k where k.user_id = c.subject_id
) marks
where c.ctid >= $1 and c.ctid < $2 and c.decision = 'ban' and c.reversed_at is null
on conflict do nothing
