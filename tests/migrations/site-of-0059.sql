-- What a site of migration 0013 has stored since then, when it was at 0059.

insert into profile_visits values (1, 2, '2026-05-01 10:00Z', null), (2, 1, '2026-05-02 10:00Z', '2026-05-03 10:00Z');
insert into reports (id, public_id, reporter_id, reported_id, client_id, target, photo_id, conversation_id, message_seq,
  reason, body, status, created_at) values
  (801, 'ffffffffffff2', 1, 4, '00000000-0000-4000-8000-000000000801', 'profile', null, null, null, 'spam', 'Sells things', 'open', '2026-05-04 10:00Z'),
  (802, 'ffffffffffff3', 1, 2, '00000000-0000-4000-8000-000000000802', 'message', null, 501, 2, 'harassment', 'Rude', 'closed', '2026-05-05 10:00Z'),
  (803, 'ffffffffffff4', 6, 5, '00000000-0000-4000-8000-000000000803', 'message', null, 503, 2, 'harassment', 'Rude', 'open', '2026-05-06 10:00Z');
update users set notifications_disabled = '{promotions}' where id = 1;
insert into push_subscriptions values
  (sha256('an endpoint'), 1, sha256('session-of-anna----------------------------'), 'https://push.example/1', 'key', 'auth', '2026-05-06 10:00Z');
insert into complaints (id, public_id, client_id, site_id, topic, name, email, body, language, created_at)
select 811 + n, 'gggggggggggg' || 2 + n, format('00000000-0000-4000-8000-%s', lpad((811 + n)::text, 12, '0'))::uuid,
  (select id from sites), 'other', 'Name', email, 'Something', 'en', '2026-05-07 10:00Z'
from (values (0, 'old2@example.com'), (1, 'someone@example.com'), (2, '')) c (n, email);
insert into stored_methods values (1, 'sandbox', 'customer1', 'token1', 'card', 'Visa •••• 1234', '2026-05-08 10:00Z');
update orders set is_stored = true where id = 702;
update profiles set is_private = true where user_id = 7;
update profiles set is_invisible = true where user_id = 8;
