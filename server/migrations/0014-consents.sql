-- The consents of members (GDPR art. 7 and 9): who agreed to which text, when. Written by: accounts.

create table consents (
  -- a withdrawal ends the account, which deletes the row
  user_id bigint not null references users on delete cascade,
  -- 'membership': the terms, and the sensitive data of a dating profile
  kind text not null,
  -- of the text that was shown: CONSENT_VERSION of contract/accounts/consents.ts
  version text not null,
  -- of the text that was shown
  language text not null,
  given_at timestamptz not null,
  primary key (user_id, kind, version)
);
