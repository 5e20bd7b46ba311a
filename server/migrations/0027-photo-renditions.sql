-- Sizes and formats of photos, and previews that pages show without computing. Written by: profiles.

alter table photos
  -- 1: WebP in four sizes; 2: also the size 'medium', and AVIF of all but the smallest sizes
  add column renditions smallint not null default 1;
alter table photos alter column renditions drop default;

-- The column held a hash from which every page computed an image; now it holds a small image as data URL. Photos from
-- before get an even grey, because the hash cannot be turned into an image here.
alter table photos rename column thumbhash to preview;
update photos set preview =
  'data:image/gif;base64,R0lGODlhAQABAIAAALKvuwAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
