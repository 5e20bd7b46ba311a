-- The owner of a photo that review rejected is mailed, once for photos that are decided together (PRO-25).
-- Written by: profiles.

-- rejected, and not in a mail yet
alter table photos add column is_rejection_unmailed boolean not null default false;
create index photos_rejected_unmailed on photos (user_id) where is_rejection_unmailed;
