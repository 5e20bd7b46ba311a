-- Credit notes of payments that the buyer's bank took back, with a series of their own. Written by: payments.

alter table receipt_series drop constraint receipt_series_kind_check;
alter table receipt_series add constraint receipt_series_kind_check
  check (kind in ('receipt', 'credit_note', 'chargeback_note'));

alter table receipts drop constraint receipts_kind_check;
alter table receipts add constraint receipts_kind_check
  check (kind in ('receipt', 'credit_note', 'chargeback_note'));
