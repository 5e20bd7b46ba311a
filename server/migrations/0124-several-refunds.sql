-- An operator can pay an order back in several parts: each has its own credit note. Written by: payments.

drop index refunds_standing;
-- A buyer withdraws once, and a payment for an account that is gone goes back once.
create unique index refunds_standing on refunds (order_id) where status <> 'failed' and reason <> 'operator';

-- the refund that a credit note is about; null: of a receipt, of a chargeback, or from before there were several
alter table receipts add column refund_id bigint unique references refunds;
alter table receipts drop constraint receipts_order_id_kind_key;
create unique index receipts_once on receipts (order_id, kind) where refund_id is null;
create index receipts_by_order on receipts (order_id);
