-- Two refunds of one payment may have the same amount: each is sent with its own id, and its webhook brings it back.
-- Written by: payments.

-- null: no refund of the site, or the event is from before
alter table adyen_events add column refund_id text;
