import type { Client } from 'pg'
import { poses } from '#contract/profiles/verification.ts'
import type { OnProgress } from '#server/platform/progress.ts'

/** Messages of each conversation. */
const MESSAGES_EACH = 10
/** Members for each order, for each case, and for each mandate. */
const MEMBERS_PER = { order: 2, case: 4, mandate: 5 }

interface LoadOptions {
  members: number
  siteId: number
  /** The latest time of a row; the first is the beginning of 2026, where the keys begin. */
  until: Date
  onProgress: OnProgress
}

/**
 * Adds to the generated members of `loadMembers` what the operators' console lists: conversations, orders,
 * cases, photos and selfies that wait, mails, the audit log and the numbers of each day. Needs a superuser,
 * as `loadMembers` does.
 */
export async function loadConsole(client: Client, { members, siteId, until, onProgress }: LoadOptions) {
  const fills = { ...memberFills(members), ...moneyFills(members, siteId), ...caseFills(members, siteId) }
  const steps = Object.entries({ ...fills, ...reviewFills(), ...countFills(siteId) })
  const step = 'Loading what the console lists'
  await client.query('begin')
  // Nothing here can break a foreign key, and the audit log would be chained row by row.
  await client.query('set local session_replication_role = replica')
  await client.query(helpers(until))
  for (const [index, [table, select]] of steps.entries()) {
    await client.query(select.startsWith('update ') ? select : `insert into ${table} ${select}`)
    onProgress({ step, done: index + 1, total: steps.length })
  }
  await client.query('commit')
  await client.query('vacuum (analyze)')
}

/** Times grow with `i` of `total`, and keys with times. `numbered` counts the members from 0. */
function helpers(until: Date) {
  return `
    create function pg_temp.at_nth(i bigint, total bigint) returns timestamptz language sql immutable as $$
      select date_trunc('milliseconds', '2026-01-01Z'::timestamptz
        + ('${until.toISOString()}'::timestamptz - '2026-01-01Z') * (i::float8 / total))
    $$;
    create function pg_temp.key_at(at timestamptz) returns bigint language sql immutable as $$
      select floor(extract(epoch from at - '2026-01-01Z'::timestamptz) * 1000)::bigint * 8192
    $$;
    create temp table numbered on commit drop as
      select id, (row_number() over (order by id) - 1)::int as n from users;
    create unique index on numbered (n);
    analyze numbered;
    insert into operators (email, email_key, name, role, created_at)
      select key, key, 'Operator ' || n, 'moderator', '2026-01-01Z'
      from (select n, 'operator-' || n || '@example.com' as key from generate_series(1, 5) n) o`
}

function memberFills(members: number) {
  return {
    conversations: `(id, public_id, low_id, high_id, started_by, last_seq, created_at)
      select pg_temp.key_at(at), left(md5('conversation ' || i), 14), low.id, high.id, low.id,
        ${MESSAGES_EACH}, at
      from (select i, pg_temp.at_nth(i, ${members}) as at from generate_series(0, ${members - 4}) i) c
      join numbered low on low.n = i join numbered high on high.n = i + 1 + i % 3`,
    messages: `(conversation_id, seq, sender_id, kind, body, client_id, sent_at)
      select id, seq, case when seq % 2 = 1 then low_id else high_id end, 'text', 'A line of a message.',
        gen_random_uuid(), created_at + seq * interval '1 minute'
      from conversations, generate_series(1, ${MESSAGES_EACH}) seq
      order by id, seq`,
    conversation_members: `
      (user_id, conversation_id, partner_id, last_seq, last_message_at, last_preview, last_sender_id)
      select side.user_id, c.id, side.partner_id, c.last_seq, c.created_at, 'A line of a message.', c.high_id
      from conversations c
      cross join lateral (values (c.low_id, c.high_id), (c.high_id, c.low_id)) side (user_id, partner_id)`,
    notice_mails: `(id, user_id, kind, state, domain, created_at, run_at, ended_at)
      select pg_temp.key_at(at) + 1, u.id, 'weekly_updates',
        case when u.n % 500 = 0 then 'failed' else 'sent' end,
        'example.com', at, at, at
      from (select id, n, pg_temp.at_nth(n, ${members}) as at from numbered) u`,
    notice_log: `(id, user_id, channel, kind, other_id, seq, decided_at)
      select pg_temp.key_at(at) + nth, u.id, 'mail', 'like', other.id, nth, at
      from (select id, n, pg_temp.at_nth(n, ${members}) as at from numbered) u
      join numbered other on other.n = (u.n + 1) % ${members}
      cross join generate_series(1, 2) nth`,
    // Some acts are rare, and one of the five operators has no entry.
    audit_log: `(id, happened_at, operator_id, act, subject_kind, subject_id, details)
      select u.n + 1, now() - (${members} - u.n) * (interval '330 days' / ${members}), o.id,
        case when u.n % 1000 = 1 then 'credits_adjusted'
          when u.n % 3 = 0 then 'case_seen' else 'member_seen' end,
        case when u.n % 3 = 0 and u.n % 1000 <> 1 then 'case' else 'member' end, u.id::text,
        case when u.n % 1000 = 1 then '{"amount": 5}'::jsonb else '{}' end
      from numbered u
      join operators o on o.email_key = 'operator-' || (1 + (u.n % 97) % 4) || '@example.com'`,
  }
}

function moneyFills(members: number, siteId: number) {
  const orders = Math.ceil(members / MEMBERS_PER.order)
  return {
    orders: `(id, public_id, user_id, site_id, client_id, bundle, credits, amount_minor, currency, country,
        payment_country, method, provider, provider_ref, status, created_at, updated_at, completed_at)
      select pg_temp.key_at(at), left(md5('order ' || i), 14), u.id, ${siteId}, gen_random_uuid(), 'p1', 60,
        3499,
        currency, country, country, 'ideal', case when i % 500 = 1 then 'adyen' else 'mollie' end,
        'tr_' || left(md5('payment ' || i), 14), status, at, at,
        case when status in ('completed', 'refunded', 'charged_back') then at + interval '1 minute' end
      from (
        select i, pg_temp.at_nth(i, ${orders}) as at,
          (array['EUR', 'EUR', 'GBP', 'SEK'])[1 + i % 4] as currency,
          (array['NL', 'DE', 'GB', 'SE'])[1 + i % 4] as country,
          case
            when i % 100 = 0 then 'pending' when i % 100 < 6 then 'failed' when i % 100 < 9 then 'cancelled'
            when i % 100 < 11 then 'refunded' when i % 200 = 50 then 'charged_back' else 'completed'
          end as status
        from generate_series(0, ${orders - 1}) i
      ) o
      join numbered u on u.n = (i * 37) % ${members}`,
    order_events: `(order_id, nth, from_status, to_status, cause, created_at)
      select id, 1, null, 'pending', 'created', created_at from orders
      union all
      select id, 2, 'pending', status, 'webhook', updated_at from orders where status <> 'pending'`,
    refunds: `(id, order_id, reason, credits, amount_minor, status, requested_at, settled_at)
      select id + 1, id, 'withdrawal', credits, amount_minor,
        case when id % 50 = 0 then 'requested' else 'done' end,
        completed_at, case when id % 50 = 0 then null else completed_at end
      from orders where status = 'refunded'`,
    chargebacks: `(order_id, amount_minor, credits_taken, credits_missing, created_at)
      select id, amount_minor, credits, 0, completed_at + interval '10 days'
        from orders where status = 'charged_back'`,
    receipts: `(id, company_id, kind, year, number, order_id, amount_minor, vat_minor, vat_permille, currency,
        country, seller, issued_at)
      select id + 2, (select min(id) from companies), 'receipt', 2026, row_number() over (order by id), id,
        amount_minor, 607, 210, currency, country, '{}', completed_at
      from orders where completed_at is not null`,
    credit_ledger: `(user_id, id, kind, ref, amount, balance_after, created_at)
      select user_id, id + 3, 'purchase', public_id, credits, credits, completed_at
      from orders where completed_at is not null
      union all
      select id, id + 10 + nth, 'message', nth::text, -1, 10, now() from numbered, generate_series(1, 5) nth`,
    payment_incidents: `(id, provider, provider_ref, order_id, kind, created_at, closed_at, close_note)
      select id + 4, provider, provider_ref, id, 'mismatch', created_at,
        case when nth % 20 <> 0 then created_at + interval '1 day' end,
          case when nth % 20 <> 0 then 'Checked.' end
      from (select *, row_number() over (order by id) as nth from orders) o
      where nth % 2 = 0`,
    mandates: `(id, reference, user_id, order_id, details, iban_hash, language, signed_at, collected_from,
      phone_hash)
      select id + 5, 'mandate ' || id, user_id, id, '', sha256(public_id::bytea), 'en', created_at,
        created_at::date,
        sha256(('phone ' || public_id)::bytea)
      from orders
      order by id
      limit ${Math.ceil(members / MEMBERS_PER.mandate)}`,
  }
}

function caseFills(members: number, siteId: number) {
  const cases = Math.ceil(members / MEMBERS_PER.case)
  return {
    // Of one kind there are few.
    moderation_cases: `(id, reference, kind, site_id, subject_id, reason, source, content, priority, status,
        opened_at, due_at, decided_at, decided_by, decision, violation, retain_until)
      select pg_temp.key_at(at) + 6, left(md5('case ' || i), 14), kind, ${siteId}, u.id, 'scam', 'notice',
        '{"type": "profile_text"}', (i % 3) * 10, case when i % 30 = 0 then 'open' else 'decided' end, at,
        case when kind = 'removal' then at + interval '2 days' end,
        case when i % 30 > 0 then at + interval '1 hour' end, case when i % 30 > 0 then o.id end,
        case when i % 30 = 0 then null when i % 2 = 0 then 'none' else 'warn' end,
        case when i % 30 > 0 and i % 2 = 1 then 'scam' end, at + interval '1 year'
      from (
        select i, pg_temp.at_nth(i, ${cases}) as at,
          case when i % 400 = 1 then 'removal' when i % 10 = 3 then 'signal' else 'report' end as kind
        from generate_series(0, ${cases - 1}) i
      ) c
      join numbered u on u.n = (i * 41) % ${members}
      join operators o on o.email_key = 'operator-' || (1 + i % 4) || '@example.com'`,
    moderation_parties: `(reference, case_id, role, user_id, created_at)
      select left(md5('party ' || c.id), 14), c.id, 'notifier', u.id, c.opened_at
      from moderation_cases c join numbered u on u.n = abs(hashtext(c.reference)) % ${members}`,
    moderation_events: `(id, case_id, type, actor_id, at)
      select id + 1, id, 'opened', null::uuid, opened_at from moderation_cases
      union all
      select id + 2, id, 'decided', decided_by, decided_at from moderation_cases where status = 'decided'`,
    reports: `(id, public_id, reporter_id, reported_id, client_id, target, reason, body, status, created_at,
      case_id)
      select c.id, p.reference, p.user_id, c.subject_id, gen_random_uuid(), 'profile', 'scam',
        'Asks for money.',
        case when c.status = 'open' then 'open' else 'closed' end, c.opened_at, c.id
      from moderation_cases c join moderation_parties p on p.case_id = c.id
      where c.kind = 'report'`,
  }
}

function reviewFills() {
  return {
    photos: `update photos set status = 'pending', explicitness = abs(hashtext(public_id)) % 100 / 100.0
      where abs(hashtext(public_id)) % 200 = 0`,
    verifications: `(user_id, public_id, state, pose, pose_until, storage_key, sent_at)
      select id, left(md5('selfie ' || n), 14), state, '${poses[0]}', now(),
        case when state = 'waiting' then md5('selfie ' || n) end, now()
      from (select id, n, case when n % 100 = 0 then 'waiting' else 'approved' end as state from numbered) u
      where n % 4 = 0`,
  }
}

/** The numbers of every day, of 40 campaigns. */
function countFills(siteId: number) {
  const days = `generate_series('2026-01-01'::date, pg_temp.at_nth(1, 1)::date, interval '1 day') day`
  const pastDays = days.replace('::date, interval', '::date - 1, interval')
  const weeks = days.replace("'2026-01-01'", "'2025-12-29'").replace("'1 day'", "'7 days'")
  return {
    operator_daily: `
      select day, ${siteId}, 90, 80, 500, 3000, 200, 150, 9000, 60, 30, true, day from ${days}`,
    operator_daily_money: `select day, ${siteId}, currency, 200000, 5000, 1000, 60, 3600, 3600
      from ${days}, unnest(array['EUR', 'GBP', 'SEK']) currency`,
    operator_money_days: `select day, day + interval '1 day' from ${pastDays}`,
    operator_daily_vat: `
      select day, c.id, country, 'EUR', 210, 500000, 86777, 10000, 1736
      from ${pastDays}, companies c, unnest(array['NL', 'DE', 'GB', 'SE']) country`,
    operator_daily_sources: `select day, ${siteId}, 'network ' || n % 8, 'sub ' || n, n, n, 3, 1
      from ${days}, generate_series(1, 40) n`,
    operator_daily_source_money: `select day, ${siteId}, 'network ' || n % 8, 'sub ' || n, 'EUR', 3499
      from ${days}, generate_series(1, 40) n`,
    operator_weekly_cohorts: `select day, ${siteId}, cohort, 100, 5
      from ${weeks}, generate_series(day - interval '77 days', day, interval '7 days') cohort`,
    operator_daily_cases: `select day, ${siteId}, kind, 9, 8, 30000, 9000, 7, 1
      from ${days}, unnest(array['report', 'signal', 'removal']) kind`,
    operator_daily_decisions: `select day, ${siteId}, kind, 'notice', decision, 'scam', 'profile_text', 4
      from ${days}, unnest(array['report', 'signal']) kind,
        unnest(array['none', 'warn', 'suspend']) decision`,
  }
}
