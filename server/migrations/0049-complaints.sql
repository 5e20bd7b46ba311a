-- Complaints of visitors and members, for the operator (MOD-7). Written by: pages.

create table complaints (
  id bigint primary key,
  -- the reference in the receipt
  public_id text not null unique,
  -- chosen by the form: sent twice, it is one complaint
  client_id uuid not null unique,
  site_id int not null references sites,
  topic text not null,
  name text not null,
  email text not null,
  body text not null,
  language text not null,
  status text not null default 'open' check (status in ('open', 'closed')),
  created_at timestamptz not null
);

-- Asked by the limit of an address.
create index complaints_by_email on complaints (email, created_at);
-- Asked by the operator, oldest first, and by the nightly deletion.
create index complaints_by_time on complaints (created_at);
