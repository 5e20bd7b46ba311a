-- The provider that collects knows a mandate by names of its own. Written by: debits.

-- set before the first attempt to collect, which later attempts find by it; null: registered nowhere (yet)
alter table mandates add column customer_ref text;
alter table mandates add column token text;
