-- Receipts with numbers without gaps, and spending limits that members set for themselves. Written by: payments.

-- The last number of each series. The row is locked until the transaction that takes a number ends, so a number whose
-- transaction is rolled back is taken by the next one.
create table receipt_series (
  company_id int not null references companies,
  kind text not null check (kind in ('receipt', 'credit_note')),
  year int not null,
  last_number int not null check (last_number > 0),
  primary key (company_id, kind, year)
);

-- Append-only bookkeeping. Contains no personal data, so it stays when the account is erased.
create table receipts (
  id bigint primary key,
  company_id int not null references companies,
  kind text not null check (kind in ('receipt', 'credit_note')),
  year int not null,
  -- 1, 2, … without gaps in each series
  number int not null,
  order_id bigint not null references orders,
  -- with VAT; of a credit note: what went back
  amount_minor int not null check (amount_minor > 0),
  vat_minor int not null check (vat_minor >= 0 and vat_minor < amount_minor),
  -- rate at that time, in thousandths: 255 is 25.5 percent
  vat_permille int not null check (vat_permille >= 0),
  currency text not null,
  -- of the buyer, decides VAT
  country text not null,
  -- company data at that time: CompanyInfo of contract/settings/settings.ts
  seller jsonb not null,
  issued_at timestamptz not null,
  unique (company_id, kind, year, number),
  unique (order_id, kind)
);

-- The most that a member wants to spend in a month. No row: no limit.
create table spending_limits (
  user_id bigint primary key references users on delete cascade,
  -- null: no limit any more
  amount_minor int check (amount_minor >= 0),
  currency text not null,
  -- a raise that waits until raised_at; null with a time: the limit ends then
  raised_amount_minor int check (raised_amount_minor >= 0),
  -- currency of raised_amount_minor; null: no raise waits
  raised_currency text,
  raised_at timestamptz,
  updated_at timestamptz not null,
  check ((raised_at is null) = (raised_currency is null))
);
