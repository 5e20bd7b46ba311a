-- Sums of the money of each past day (UTC), which pages read in place of orders and receipts. Written by: operator.

-- of the orders that were paid on the day: how many, their credits, and what the ledger has of these
alter table operator_daily_money
  add column orders int not null default 0,
  add column credits_sold bigint not null default 0,
  add column credits_booked bigint not null default 0;

-- receipts, and what corrects them, with VAT and the VAT in it
create table operator_daily_vat (
  day date not null,
  company_id int not null references companies,
  -- of the buyers
  country text not null,
  currency text not null,
  vat_permille int not null,
  sales_minor bigint not null,
  sales_vat_minor bigint not null,
  returned_minor bigint not null,
  returned_vat_minor bigint not null,
  primary key (day, company_id, country, currency, vat_permille)
);

-- the days whose money is stored, after their end
create table operator_money_days (
  day date primary key,
  counted_at timestamptz not null
);
