-- SHA-256 of the file that a photo was made of: one that is sent again under its client id, cropped otherwise, replaces
-- it. Null: not known. Written by: profiles.
alter table photos add column upload_hash bytea;
