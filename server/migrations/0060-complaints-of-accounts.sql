-- The account that a complaint belongs to, which stays when the address of the account changes. Written by: pages.

-- set when the account has confirmed the address of the complaint, before or after it was sent; null: a visitor's
alter table complaints add column user_id bigint references users on delete set null;

update complaints c
set user_id = u.id
from users u
where u.email_key = c.email and u.confirmed_at is not null;

-- Asked by the export and the erasure of an account.
create index complaints_by_user on complaints (user_id) where user_id is not null;
