-- With which of the installation's keys a browser subscribed: another key cannot send to it. Written by: accounts.
-- Earlier subscriptions were made with a key of the operator whose private half the site never had.
delete from push_subscriptions;
alter table push_subscriptions add column vapid_key text not null;
