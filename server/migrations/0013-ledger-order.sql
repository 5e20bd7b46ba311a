-- Order of a member's ledger entries. Written by: credits.

-- id of the member's newest entry; a later entry gets a greater one, whichever node makes it
alter table account_balances add column last_entry_id bigint not null default 0;

update account_balances
set last_entry_id = newest.id
from (select user_id, max(id) as id from credit_ledger group by user_id) as newest
where newest.user_id = account_balances.user_id;
