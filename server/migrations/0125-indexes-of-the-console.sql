-- runs: statement by statement
-- Lists of the operators' console that read a large part of their table for what is rare: orders of a provider, cases
-- of a kind, acts and subjects of the audit log; and the incidents of an order.

drop index concurrently if exists orders_by_provider;
create index concurrently orders_by_provider on orders (provider, id desc);

drop index concurrently if exists payment_incidents_by_order;
create index concurrently payment_incidents_by_order on payment_incidents (order_id);

drop index concurrently if exists moderation_cases_decided_by_kind;
create index concurrently moderation_cases_decided_by_kind on moderation_cases (kind, decided_at, id)
  where status = 'decided';

drop index concurrently if exists audit_log_by_act;
create index concurrently audit_log_by_act on audit_log (act, id desc);

-- what an operator did of one kind lately is also asked before credits are given
drop index concurrently if exists audit_log_by_operator_act;
create index concurrently audit_log_by_operator_act on audit_log (operator_id, act, happened_at);

-- subjects are searched for without their kind, too
drop index concurrently if exists audit_log_by_subject_id;
create index concurrently audit_log_by_subject_id on audit_log (subject_id, id desc) where subject_id is not null;
