-- Confirmation of the age by a provider, of which the outcome alone is stored (PRO-40). Written by: accounts.

-- When the provider confirmed the age; null until then. Never cleared.
alter table users add column age_assured_at timestamptz;
-- While a check is open: its id at the provider, and until when it can be completed. The outcome clears both.
alter table users add column age_check_id text;
alter table users add column age_check_expires_at timestamptz;
