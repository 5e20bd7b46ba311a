-- Adyen's webhooks come in any order: their own time says which of two events is the later one. Written by: payments.

-- null: Adyen named none, or the event is from before
alter table adyen_events add column happened_at timestamptz;
