-- Stored methods that their provider has to delete: a job does it, and is repeated as long as the row is there. Written by:
-- payments.
create table methods_to_forget (
  provider text not null,
  customer_ref text not null,
  token text not null,
  requested_at timestamptz not null,
  primary key (provider, customer_ref, token)
);
