-- Processes that one primary started exchange events without Redis. Others of the same database do not reach them. Written by:
-- platform.

alter table node_leases
  -- the same for all processes that one primary started; null for one that was started alone
  add column family uuid;
