-- Accounts that are not used for long are hidden, and a year later deleted (ACC-33). Written by: accounts.

-- When the member was last notified that the account is hidden because it is not used. It counts until the next
-- use, so nothing has to clear it but the end of a suspension, during which the member could not come back.
alter table users add column dormant_at timestamptz;
