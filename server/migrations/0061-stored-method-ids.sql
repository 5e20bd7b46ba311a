-- A repeat order charges the method that the member was shown, and no other. Written by: payments.

-- public; a method that takes the place of another has another one
alter table stored_methods add column id text;
update stored_methods set id = md5(random()::text || user_id);
alter table stored_methods alter column id set not null;

-- null: not paid with a stored method
alter table orders add column stored_method_id text;
update orders
set stored_method_id = stored_methods.id
from stored_methods
where stored_methods.user_id = orders.user_id and is_stored and status = 'pending';
