-- runs: statement by statement
-- What an operator skipped lately, which is asked for each next case; and refunds of buyers who were gone, which
-- the sums of days ask for each order. Without them both read all of their table.

drop index concurrently if exists moderation_events_skipped;
create index concurrently moderation_events_skipped on moderation_events (actor_id, at) where type = 'skipped';

drop index concurrently if exists refunds_of_buyers_gone;
create index concurrently refunds_of_buyers_gone on refunds (order_id) where reason = 'buyer_gone';
