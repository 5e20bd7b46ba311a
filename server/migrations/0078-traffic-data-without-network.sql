-- Traffic data of a new member's link is recorded with or without a network (LAND-2). Written by: landers.

alter table traffic_sources
  -- as the link had it; null where it had none
  alter column network drop not null,
  add constraint traffic_sources_not_empty check (num_nonnulls(network, ref, sub1, sub2, sub3) > 0);
