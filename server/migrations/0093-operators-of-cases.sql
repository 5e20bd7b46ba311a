-- Who works on a case is an operator of the console, whose keys are UUIDs. Written by: moderation. No operator
-- could reach a case before; the numbers that tests stored lead to no one.

alter table moderation_cases
  alter column claimed_by type uuid using null,
  alter column decided_by type uuid using null,
  alter column excluded_actor type uuid using null;

alter table moderation_cases
  add foreign key (claimed_by) references operators,
  add foreign key (decided_by) references operators,
  add foreign key (excluded_actor) references operators;

alter table moderation_events
  alter column actor_id type uuid using null;

alter table moderation_events
  add foreign key (actor_id) references operators;
