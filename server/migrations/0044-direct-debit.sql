-- SEPA direct debit: mandates, and the codes that confirm a phone number. Written by: debits.

-- One mandate for each order that is paid by direct debit.
create table mandates (
  id bigint primary key,
  -- the unique mandate reference, on the member's bank statement
  reference text not null unique,
  user_id bigint not null references users on delete cascade,
  order_id bigint not null unique references orders,
  -- account holder, IBAN, address and phone number, encrypted for this reference
  details bytea not null,
  -- keyed hash, by which the limits of one bank account are counted
  iban_hash bytea not null,
  -- language of the text that the member agreed to
  language text not null,
  signed_at timestamptz not null,
  -- the earliest day of the collection, as announced to the member
  collected_from date not null
);
create index mandates_by_user on mandates (user_id, id);
create index mandates_by_iban on mandates (iban_hash);

-- Codes sent by SMS. Neither a number nor a code can be read from the row.
create table sms_codes (
  id bigint primary key,
  user_id bigint not null references users on delete cascade,
  -- keyed hashes, by which the messages to a number, and to its range of numbers, are counted
  phone_hash bytea not null,
  range_hash bytea not null,
  -- keyed hash of code and number
  code_hash bytea not null,
  -- codes that were tried
  attempts int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- set by the order that it confirmed, and when another code was sent: it works once
  used_at timestamptz
);
create index sms_codes_by_time on sms_codes (created_at);
