-- Conversations that their receiver answered on the day: null for days that were counted before. Written by: operator.

alter table operator_daily add column answered int;
