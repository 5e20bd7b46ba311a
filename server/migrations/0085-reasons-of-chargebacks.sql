-- A direct debit that comes back for lack of money blocks nobody. Written by: payments.

-- the bank's reason in the code of its scheme, where Adyen names one
alter table adyen_events add column reason_code text;
-- the account had too little money, and that is the only reason
alter table chargebacks add column is_uncovered boolean not null default false;
