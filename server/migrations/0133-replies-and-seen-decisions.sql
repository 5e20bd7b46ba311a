-- What an operator answers to a complaint, and which decisions a member has seen on the site. Written by:
-- moderation.

-- false: a statement of reasons that its member has not had on the screen yet. Statements from before count as
-- seen: they were mailed.
alter table moderation_parties add column is_seen boolean not null default true;
-- to who complained; '' for others, until the decision, and once erased with the evidence or the account
alter table moderation_parties add column reply text not null default '';
