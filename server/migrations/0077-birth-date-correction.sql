-- A member corrects the date of birth once (PRO-15). Written by: profiles.

-- When the member corrected it; null before that. Nothing clears it but an operator.
alter table profiles add column birth_date_corrected_at timestamptz;
