-- A photo that a decision removed is after its reversal what it was before. Written by: profiles.

-- set by a decision that removes the photo, cleared when it is reversed; null: review rejected it before, or no
-- decision removed it
alter table photos add column restored_status text check (restored_status in ('active', 'pending'));
