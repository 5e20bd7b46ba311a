-- An incident that an operator has closed opens again when another refund fails, and not for the same one.
alter table payment_incidents
  -- Which refunds, or requests about a method, were reported, by the ids of site or provider. Empty for
  -- incidents that a payment has once.
  add column subjects text[] not null default '{}';
