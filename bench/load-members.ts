import { CONSENT_VERSION } from '#contract/accounts/consent-version.ts'
import type { Client } from 'pg'
import { countryLanguages, type CountryCode } from '#contract/countries.ts'
import { isLanguage } from '#contract/languages.ts'
import { choiceSettings, profileChoiceNames, profileChoices } from '#contract/profiles/profile-fields.ts'
import { CELLS_PER_ROW } from '#server/features/profiles/rules.ts'
import regions from '#server/features/settings/regions.json' with { type: 'json' }
import type { OnProgress } from '#server/platform/progress.ts'

/** Members per transaction: enough to amortize its overhead, few enough to report progress. */
const BATCH = 50_000
/** Members with a session, likes and blocks, as which the benchmarks send requests. */
const VIEWERS = 256
const LIKES_EACH = 40
const BLOCKS_EACH = 20

/** Relative number of members per country. The regions of a country are weighted 1, 1/2, 1/3 … */
const weights: Record<CountryCode, number> = {
  US: 22,
  DE: 16,
  GB: 14,
  FR: 12,
  IT: 9,
  ES: 8,
  NL: 6,
  PL: 5,
  CA: 5,
  AU: 4,
  BE: 3,
  SE: 3,
  AT: 2.5,
  CH: 2.5,
  DK: 2,
  NO: 1.7,
  FI: 1.6,
  IE: 1.3,
}
const SLOTS = 8192

/** The optional choices of a profile: one of the values, or none for some members. */
const choices = profileChoiceNames.map((name) => {
  const values = profileChoices[name].map((value) => `'${value}'`)
  return {
    column: choiceSettings[name],
    value: `(array[${values.join(', ')}])[1 + floor(random() * ${values.length + 2})]`,
  }
})

interface LoadOptions {
  members: number
  siteId: number
  onProgress: OnProgress
}

/**
 * Fills an empty, migrated database with generated members: users, profiles, photos, balances, search rows (a
 * trigger counts them), and the viewers in the schema `bench`. Needs a superuser to turn off foreign key
 * checks, which would slow the load and cannot fail on generated rows.
 */
export async function loadMembers(client: Client, { members, siteId, onProgress }: LoadOptions) {
  const step = `Loading ${members.toLocaleString('en')} members`
  await client.query(`set synchronous_commit = off`)
  await client.query(`select setseed(0.5)`)
  await createPlaces(client)
  onProgress({ step, done: 0, total: members })
  for (let first = 0; first < members; first += BATCH) {
    const until = Math.min(first + BATCH, members)
    await loadBatch(client, { first, until, members, siteId })
    onProgress({ step, done: until, total: members })
  }
  await createViewers(client, members)
  // Index-only scans need the visibility map that a vacuum writes.
  onProgress({ step: 'Vacuuming', done: 0, total: 1 })
  await client.query(`vacuum (analyze, freeze)`)
  await client.query(`checkpoint`)
  onProgress({ step: 'Vacuuming', done: 1, total: 1 })
}

/** Creates a table of slots, for each region by its weight, so that one random number picks a region. */
async function createPlaces(client: Client) {
  const regionShares = Object.entries(countryLanguages).flatMap(([code, languages]) => {
    // `Object.entries` loses the type of the keys of `countryLanguages`.
    const country = code as CountryCode
    const names = regions[country]
    const shares = names.map((_, rank) => 1 / (rank + 1))
    const total = shares.reduce((sum, share) => sum + share, 0)
    const language = languages.find(isLanguage) ?? 'en'
    return names.map((region, rank) => ({
      country,
      region,
      language,
      weight: (weights[country] * (shares[rank] ?? 0)) / total,
    }))
  })
  const sum = regionShares.reduce((total, { weight }) => total + weight, 0)
  const slots = regionShares.flatMap((regionShare) =>
    Array<typeof regionShare>(Math.max(1, Math.round((regionShare.weight / sum) * SLOTS))).fill(regionShare),
  )
  await client.query(
    `create temp table places as
    select slot - 1 as slot, country, region, language
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as place (country, region, language, slot)`,
    [slots.map(({ country }) => country), slots.map(({ region }) => region), slots.map(({ language }) => language)],
  )
  await client.query(`analyze places`)
}

interface Batch {
  first: number
  until: number
  members: number
  siteId: number
}

async function loadBatch(client: Client, batch: Batch) {
  await client.query('begin')
  await generateBatch(client, batch)
  await client.query(`set local session_replication_role = replica`)
  await insertAccounts(client, batch)
  // Triggers are on again, because they count the members.
  await client.query(`set local session_replication_role = origin`)
  await client.query(
    `insert into profile_search (
      user_id, country, region, gender, birth_date, last_active_at, cell, facets, visible
    )
    select p.user_id, p.country, p.region, p.gender, p.birth_date, g.last_active_at, p.cell, search_facets(p),
      search_visible(u, p)
    from generated g
    join profiles p on p.user_id = g.id
    join users u on u.id = g.id`,
  )
  await client.query('commit')
}

/** Creates the members of a batch in a temporary table. */
async function generateBatch(client: Client, { first, until, members }: Batch) {
  await client.query(
    // Keys like those of newId; sign-ups are spread over the time since its epoch.
    `create temp table generated on commit drop as
    select i, place.country, place.region, place.language, p.gender, p.birth_date, p.last_active_at, p.photos, p.is_premium,
      case when p.status < 0.003 then p.created_at end as disabled_at,
      case when p.status > 0.995 then p.created_at end as deleted_at,
      case when p.status between 0.1 and 0.13 then null else p.created_at end as confirmed_at,
      p.created_at,
      (floor(extract(epoch from p.created_at - '2026-01-01Z'::timestamptz) * 1000) * 8192)::bigint as id,
      left(md5('member ' || i), 14) as public_id
    from (
      select i,
        floor(random() * (select count(*) from places))::int as slot,
        case when random() < 0.55 then 'male' else 'female' end as gender,
        current_date - (365.25 * (18 + 62 * random() ^ 1.7))::int - 1 as birth_date,
        date_trunc('milliseconds', now() - case
          when random() < 0.02 then interval '5 minutes' * random()
          else interval '400 days' * random() ^ 3
        end) as last_active_at,
        case when random() < 0.3 then 0 else 1 + floor(random() * 2)::int end as photos,
        random() < 0.1 as is_premium,
        random() as status,
        date_trunc('milliseconds', '2026-01-01Z'::timestamptz + (now() - '2026-01-01Z') * (i::float8 / $3)) as created_at
      from generate_series($1::int, $2::int - 1) i
    ) p
    join places place using (slot)`,
    [first, until, members],
  )
}

/** Inserts the generated members with their profiles, photos and balances. */
async function insertAccounts(client: Client, { siteId }: Batch) {
  await client.query(
    `insert into users (id, site_id, email, email_key, password_hash, language, created_at, confirmed_at, disabled_at, deleted_at)
    select id, $1, 'member-' || i || '@example.com', 'member-' || i || '@example.com', '', language, created_at,
      confirmed_at, disabled_at, deleted_at
    from generated`,
    [siteId],
  )
  await client.query(
    `insert into profiles (
      user_id, public_id, name, gender, looking_for, birth_date, country, region, city, about, main_photo_id,
      ${choices.map(({ column }) => column).join(', ')}, cell, verified_at, created_at, updated_at
    )
    select id, public_id, initcap(translate(left(public_id, 7), '0123456789', 'aeioulmnrs')), gender,
      case when gender = 'male' then 'female' else 'male' end,
      birth_date, country, region, region || ' City', repeat('A line about myself. ', 1 + i % 12),
      case when photos > 0 then id + 1 end, ${choices.map(({ value }) => value).join(', ')},
      -- The regions of a country are neighbours, and a region has nine cells.
      (250 + abs(hashtext(country)) % 60 + floor(random() * 3)::int) * ${CELLS_PER_ROW}
        + 300 + abs(hashtext(region)) % 60 + floor(random() * 3)::int,
      case when random() < 0.05 then created_at end, created_at, created_at
    from generated`,
  )
  await client.query(
    `insert into photos (id, public_id, user_id, visibility, storage_key, width, height, preview, renditions, created_at)
    select id + n, left(md5('photo ' || i || ' ' || n), 14), id, case when n = 1 then 'public' else 'private' end,
      md5('file ' || i || ' ' || n), 960, 1280,
      -- as long as that of a photo
      'data:image/webp;base64,' || encode(sha512(('preview ' || i || n)::bytea), 'base64'), 2, created_at
    from generated, generate_series(1, photos) n`,
  )
  await client.query(
    `insert into account_balances (user_id, balance, premium_since)
    select id, 100, case when is_premium then created_at end from generated`,
  )
}

/** Creates sessions for some members, who like and have blocked members that their searches find. */
async function createViewers(client: Client, members: number) {
  await client.query('begin')
  await client.query(`create schema bench`)
  await client.query(
    `create table bench.viewers as
    select u.id as user_id, p.public_id as profile_id,
      p.country, p.region, p.gender, p.looking_for,
      translate(encode(sha256(('token ' || u.id)::bytea), 'base64'), '+/=', '-_') as token
    from users u
    join profiles p on p.user_id = u.id
    where confirmed_at is not null and disabled_at is null and deleted_at is null
    order by md5(u.id::text)
    limit $1`,
    [Math.min(VIEWERS, Math.floor(members / 4))],
  )
  await client.query(
    `insert into sessions (token_hash, user_id, created_at, expires_at, last_used_at)
    select sha256(token::bytea), user_id, now(), now() + interval '10 years', now() from bench.viewers`,
  )
  // Without it, pages ask for the consent in place of their content.
  await client.query(
    `insert into consents (user_id, kind, version, language, given_at)
    select user_id, 'membership', $1, 'en', now() from bench.viewers`,
    [CONSENT_VERSION],
  )
  await relateViewers(client)
  // For pgbench, which connects with the application's account.
  await client.query(`grant usage on schema bench to public`)
  await client.query(`grant select on bench.viewers to public`)
  await client.query('commit')
}

/** Inserts likes and blocks between viewers and members that their searches find. */
async function relateViewers(client: Client) {
  // The most recently active first: the search finds them, so likes are shown and blocks have to be skipped.
  await client.query(
    `create temp table known on commit drop as
    select v.user_id, other.user_id as other_id, row_number() over (partition by v.user_id order by random()) as nth
    from bench.viewers v
    cross join lateral (
      select s.user_id
      from profile_search s
      where s.visible and s.country = v.country and s.gender = v.looking_for and s.user_id <> v.user_id
      order by s.last_active_at desc
      limit 300
    ) other`,
  )
  await client.query(
    `insert into blocks (user_id, other_id, by_me_at)
    select user_id, other_id, now() from known where nth <= $1`,
    [BLOCKS_EACH],
  )
  await client.query(
    `insert into blocks (user_id, other_id, by_them_at)
    select other_id, user_id, now() from known where nth <= $1
    on conflict (user_id, other_id) do update set by_them_at = excluded.by_them_at`,
    [BLOCKS_EACH],
  )
  await client.query(
    `insert into likes (user_id, other_id, given_at, received_at)
    select user_id, other_id, now(), case when nth % 5 = 0 then now() end
    from known where nth > $1 and nth <= $1 + $2`,
    [BLOCKS_EACH, LIKES_EACH],
  )
  await client.query(
    `insert into likes (user_id, other_id, given_at, received_at)
    select other_id, user_id, case when nth % 5 = 0 then now() end, now()
    from known where nth > $1 and nth <= $1 + $2
    on conflict (user_id, other_id) do update set received_at = excluded.received_at`,
    [BLOCKS_EACH, LIKES_EACH],
  )
}
