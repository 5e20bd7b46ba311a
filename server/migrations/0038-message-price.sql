-- What one message costs in credits, on all sites of the installation. Written by: settings.

-- One row, written with the first order: from then on the price cannot change, so that a credit keeps its worth.
create table message_prices (
  is_only boolean primary key default true check (is_only),
  message_credits int not null check (message_credits > 0),
  fixed_at timestamptz not null
);

-- Where credits were sold already, the price is that of the latest sale.
insert into message_prices (message_credits, fixed_at)
select credits / case bundle when 'p0' then 10 when 'p1' then 30 when 'p2' then 75 else 200 end, created_at
from orders
order by id desc
limit 1;
