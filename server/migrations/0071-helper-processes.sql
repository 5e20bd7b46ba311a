-- A process that only creates data, such as the one that creates demo members, publishes nothing that members wait for. The
-- others need not take it for one that they should exchange events with.
alter table node_leases
  -- set once, with the lease: whether the process serves members
  add column serves boolean not null default true;
