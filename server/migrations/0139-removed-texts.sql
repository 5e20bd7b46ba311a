-- What a decision removed, as it was then: only that comes back when the decision is reversed.
-- Written by: moderation.
alter table moderation_evidence drop constraint moderation_evidence_kind_check;
-- Not valid: all rows have passed the check before, and reading them would make others wait.
alter table moderation_evidence add constraint moderation_evidence_kind_check
  check (kind in ('conversation', 'profile', 'photo', 'appeal', 'signal', 'note', 'removed')) not valid;
