-- Each decision that removes an image for good has a row of its own: the image stays blocked until all of them
-- are reversed. Written by: moderation.

drop index known_images_removed;
create unique index known_images_removed on known_images (fingerprint, case_id) nulls not distinct
  where cause = 'removed';
