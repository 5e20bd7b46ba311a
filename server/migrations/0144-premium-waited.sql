-- whether premium waited for the first spent credit when this refund ended its order: it waits again if the provider
-- rejects the refund. Null: of a part, or not known. Written by: payments.
alter table refunds add column premium_waited boolean;
