-- Lists, refunds and numbers of the operators' console.

-- The console finds members by the beginning of their names.
create index profiles_by_name on profiles ((lower(name) collate "C"), user_id);

-- Keyed hash of the phone number of a mandate, by which the console finds the member. Null for mandates of before,
-- whose number is only in the encrypted details. Written by: debits.
alter table mandates add column phone_hash bytea;
create index mandates_by_phone on mandates (phone_hash) where phone_hash is not null;

create index orders_by_status on orders (status, id desc);
create index orders_by_completion on orders (completed_at) where completed_at is not null;
create index orders_by_payment on orders (provider_ref) where provider_ref is not null;

-- A refund by an operator, who tries again when the provider has rejected one. Written by: payments.
alter table refunds drop constraint refunds_order_id_key;
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in ('withdrawal', 'buyer_gone', 'operator'));
-- chosen by the console: the same refund sent twice is one
alter table refunds add column client_id uuid unique;
create unique index refunds_standing on refunds (order_id) where status <> 'failed';
create index refunds_by_order on refunds (order_id);
create index refunds_waiting on refunds (requested_at) where status = 'requested';
create index refunds_by_settlement on refunds (settled_at) where status = 'done';
create index chargebacks_by_time on chargebacks (created_at);
create index receipts_by_time on receipts (issued_at);

-- Closed by an operator, with what was found. Written by: payments.
alter table payment_incidents add column closed_at timestamptz;
alter table payment_incidents add column close_note text;
create index payment_incidents_open on payment_incidents (id) where closed_at is null;

-- Numbers of each day (UTC) by site: counted while the day goes on, and once more after it. Written by: operator.
create table operator_daily (
  day date not null,
  site_id int not null references sites,
  signups int not null,
  confirmed int not null,
  -- null: nothing counted it on the day, and later it cannot be known
  active int,
  likes int not null,
  matches int not null,
  conversations int not null,
  messages int not null,
  orders int not null,
  first_orders int not null,
  -- counted after the end of the day
  is_final boolean not null,
  counted_at timestamptz not null,
  primary key (day, site_id)
);

create table operator_daily_money (
  day date not null,
  site_id int not null references sites,
  currency text not null,
  revenue_minor bigint not null,
  refunded_minor bigint not null,
  charged_back_minor bigint not null,
  primary key (day, site_id, currency)
);

-- Rows are appended in the order of time, so that a day is a few pages of the table: these indexes are small.
create index messages_by_time on messages using brin (sent_at) with (autosummarize = on);
create index likes_by_time on likes using brin (given_at, received_at) with (autosummarize = on);
