-- Numbers that processes put into the ids they make. Written by: platform.

create table node_leases (
  -- 0 to 31: the node bits of an id
  node int primary key,
  -- the process that has the number
  holder uuid not null,
  -- renewed while the process runs; from then on another process may take the number
  expires_at timestamptz not null
);
