-- What a site of migration 0013 has stored: members, photos, likes, blocks, messages, payments.
-- Its text literals are data of that time, so nothing here follows later changes.

insert into companies (info, added_at) values ('{
  "name": "Example", "address": "Street 1", "kvk": "00000000", "city": "Exampleton", "country": "NL",
  "tradenames": ["Example"], "vat_numbers": [], "support_phone": "+44 20 7946 0018",
  "sepa_creditor_id": "NL00ZZZ000000000000", "delete_discount": 50
}', '2026-01-02 10:00Z');
insert into sites (domain, is_default, company_id, settings, updated_at)
select 'localhost', true, id, '{}', '2026-01-02 10:00Z' from companies;

-- Anna (1), Ben (2), Cleo (3) who is not confirmed, Dirk (4) who is disabled, and sixty others.
insert into users (id, site_id, email, email_key, password_hash, language, created_at, confirmed_at, disabled_at)
select n, (select id from sites), format('Old%s@Example.com', n), format('old%s@example.com', n),
  '$argon2id$v=19$m=64,t=1,p=1$oME4KF67/g0IvCZuFt5CPg$lCAS0img/YxM96twOhue5Tdt8qSOd4cFbmuaFbZflp0',
  (array['en', 'fr', 'de'])[1 + n % 3], '2026-01-03 09:00Z'::timestamptz + n * interval '1 hour',
  case when n <> 3 then '2026-02-01 09:00Z'::timestamptz end, case when n = 4 then '2026-02-02 09:00Z'::timestamptz end
from generate_series(1, 64) n;

insert into sessions values (sha256('session-of-anna----------------------------'), 1, '2026-05-01 09:00Z', '2026-07-01 09:00Z');
insert into one_time_links values (sha256('a link'), 3, 'activate', '2026-01-03 12:00Z', '2026-01-04 12:00Z', null);

insert into profiles (user_id, public_id, name, gender, looking_for, birth_date, country, region, city, about,
  relationship, body_type, interests, created_at, updated_at)
select id, 'bcdfghjkmn' || lpad(translate(id::text, '01', 'vw'), 4, 'v'), 'Name ' || id,
  (array['male', 'female'])[1 + id % 2], (array['female', 'male'])[1 + id % 2], '1980-01-31'::date + id::int * 97, 'NL',
  (array['Utrecht', 'Friesland'])[1 + id % 2], 'Somewhere', 'About ' || id || E': line\nline, "quoted" \\ 🌻',
  (array['single', null, 'divorced'])[1 + id % 3], (array['slim', null])[1 + id % 2], '{}', created_at, created_at
from users;

insert into photos (id, public_id, user_id, visibility, status, storage_key, width, height, thumbhash, created_at)
select id * 10 + n, 'pqrstvwxyz' || lpad(translate((id * 10 + n)::text, '01', 'vw'), 4, 'v'), id,
  case n when 3 then 'private' else 'public' end, case when id = 4 then 'disabled' else 'active' end,
  format('ab/%s-%s', id, n), 800, 600, '3OcRJYB4d3iIeHhw3A', created_at + n * interval '1 minute'
from users cross join generate_series(1, 3) n
where id <= 8;
update profiles set main_photo_id = user_id * 10 + 1 where user_id <= 8;

insert into profile_search (user_id, country, region, gender, birth_date, last_active_at, visible)
select p.user_id, country, region, gender, birth_date, '2026-05-01 09:00Z'::timestamptz + p.user_id * interval '1 hour',
  u.disabled_at is null
from profiles p join users u on u.id = p.user_id;

-- 0 stands for visitors: Ben is hidden from them.
insert into blocks values
  (5, 6, '2026-03-01 09:00Z', null), (6, 5, null, '2026-03-01 09:00Z'), (2, 0, '2026-03-02 09:00Z', null);

insert into likes (user_id, other_id, given_at, received_at, seen_at) values
  (1, 2, '2026-03-01 10:00Z', '2026-03-02 10:00Z', null), (2, 1, '2026-03-02 10:00Z', '2026-03-01 10:00Z', '2026-03-03 10:00Z'),
  (1, 4, null, '2026-03-04 10:00Z', null), (4, 1, '2026-03-04 10:00Z', null, null),
  (3, 1, '2026-03-05 10:00Z', null, null), (1, 3, null, '2026-03-05 10:00Z', null);

-- Of Anna with Ben (read in part), of Ben with Cleo (removed by Ben), of 5 with 6 (blocked).
insert into conversations (id, public_id, low_id, high_id, started_by, started_nth, last_seq, created_at) values
  (501, 'bbbbbbbbbbbbb2', 1, 2, 1, 1, 40, '2026-03-01 11:00Z'),
  (502, 'bbbbbbbbbbbbb3', 2, 3, 2, 1, 2, '2026-03-02 11:00Z'),
  (503, 'bbbbbbbbbbbbb4', 5, 6, 6, 1, 3, '2026-02-02 11:00Z');
insert into messages (conversation_id, seq, sender_id, kind, body, client_id, sent_at)
select c.id, seq, case when seq % 2 = 1 then c.started_by else c.low_id + c.high_id - c.started_by end, 'text',
  format(E'Message %s of %s\twith a tab', seq, c.id), format('00000000-0000-4000-8000-%s', lpad((c.id * 1000 + seq)::text, 12, '0'))::uuid,
  c.created_at + seq * interval '1 minute'
from conversations c cross join lateral generate_series(1, c.last_seq) seq;
insert into conversation_members (user_id, conversation_id, partner_id, last_seq, last_message_at, last_preview,
  last_sender_id, unread_count, read_seq, cleared_seq, removed_at)
select mine.user_id, c.id, c.low_id + c.high_id - mine.user_id, c.last_seq, last.sent_at, last.body, last.sender_id,
  (select count(*) from messages m where m.conversation_id = c.id and m.sender_id <> mine.user_id and m.seq > mine.read_seq),
  mine.read_seq, mine.cleared_seq, mine.removed_at
from (values
  (1, 501, 21, 5, null::timestamptz), (2, 501, 40, 0, null),
  (2, 502, 2, 2, '2026-03-05 11:00Z'), (3, 502, 0, 0, null),
  (5, 503, 3, 0, null), (6, 503, 3, 0, null)
) mine (user_id, conversation_id, read_seq, cleared_seq, removed_at)
join conversations c on c.id = mine.conversation_id
join messages last on last.conversation_id = c.id and last.seq = c.last_seq;

-- Anna bought 5,000 credits, pays 10 for each message and has an open order; one of Ben failed.
insert into orders (id, public_id, user_id, site_id, client_id, bundle, credits, amount_minor, currency, country, method,
  provider, provider_ref, checkout_url, status, created_at, updated_at, completed_at)
select id, public_id, user_id, (select id from sites), client_id, bundle, credits, amount, 'EUR', 'NL', 'ideal', 'sandbox',
  'ref' || id, '/sandbox/ref' || id, status, created_at, created_at + interval '1 minute',
  case when status = 'completed' then created_at + interval '1 minute' end
from (values
  (701, 'ddddddddddddd2', 1, gen_random_uuid(), 'p3', 5000, 9995, 'completed', '2026-02-20 10:00Z'::timestamptz),
  (702, 'ddddddddddddd3', 1, gen_random_uuid(), 'p0', 100, 995, 'pending', '2026-06-14 10:00Z'),
  (703, 'ddddddddddddd4', 2, gen_random_uuid(), 'p1', 300, 1995, 'failed', '2026-02-21 10:00Z')
) o (id, public_id, user_id, client_id, bundle, credits, amount, status, created_at);
update orders set client_id = format('00000000-0000-4000-8000-%s', lpad(id::text, 12, '0'))::uuid;
insert into payment_events values ('sandbox', 'event1', 701, 'completed', '2026-02-20 10:01Z');
insert into sandbox_payments (ref, reference, merchant, amount_minor, currency, method, return_path, status, created_at, updated_at)
select provider_ref, public_id, 'Example', amount_minor, currency, method, '/payments/' || public_id,
  case status when 'pending' then 'open' else status end, created_at, updated_at
from orders;

insert into credit_ledger (user_id, id, kind, ref, amount, balance_after, created_at)
select user_id, 900 + row_number() over newest, kind, ref, amount,
  sum(amount) over newest, created_at
from (
  select user_id, 'purchase' as kind, public_id as ref, credits as amount, completed_at as created_at
  from orders where status = 'completed'
  union all
  select m.sender_id, 'message', c.public_id || ':' || m.client_id, -10, m.sent_at
  from messages m join conversations c on c.id = m.conversation_id
  where m.sender_id = 1
) entries
window newest as (order by created_at);
insert into account_balances (user_id, balance, premium_since, last_entry_id)
select u.id, coalesce(sum(e.amount), 0), case when u.id = 1 then '2026-02-20 10:01Z'::timestamptz end, coalesce(max(e.id), 0)
from users u left join credit_ledger e on e.user_id = u.id
group by u.id;
