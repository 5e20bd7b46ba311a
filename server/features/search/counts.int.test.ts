import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countries, type CountryCode } from '#contract/countries.ts'
import { SEARCH_PAGE_SIZE } from '#contract/limits.ts'
import { ageOn } from '#server/features/profiles/rules.ts'
import { transactions } from '#server/platform/postgres/db.ts'
import { Events } from '#server/platform/events.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { countMembers, findPage, shapeOf, type PageRequest, type SearchCriteria } from './member-query.ts'
import { checkCounts, checkRows } from './jobs.ts'
import { deleteRow, refreshRow, storeActivity } from './queries.ts'
import { birthRange } from './rules.ts'
import type { Scan } from './scan-text.ts'

const MEMBERS = 3000
const VIEWER = 1
/** Days on which searches run: leap days, the days around them, ends of months and years. */
const days = [
  '2024-02-28',
  '2024-02-29',
  '2024-03-01',
  '2025-02-28',
  '2025-03-01',
  '2026-11-21',
  '2026-12-31',
  '2027-01-01',
]
const places: { country: CountryCode; region: string }[] = [
  { country: 'NL', region: 'Utrecht' },
  { country: 'NL', region: 'Zeeland' },
  { country: 'FR', region: 'Bretagne' },
]

/** Returns a generator with the same numbers in every run, so that a failure can be reproduced. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
const random = seeded(20261121)
const below = (n: number) => Math.floor(random() * n)
function pick<Item>(items: readonly Item[]): Item {
  return items[below(items.length)] as Item
}

/** Returns a date of birth. Half of them fall on or next to the days above, where off-by-one errors occur. */
function randomBirthDate() {
  const date = new Date(`${1926 + below(83)}-${pick(days).slice(5)}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + (random() < 0.5 ? below(3) - 1 : below(365)))
  return date.toISOString().slice(0, 10)
}

interface Row {
  userId: number
  country: string
  region: string
  gender: string
  birthDate: string
  lastActiveAt: Date
  visible: boolean
}

let database: TestDatabase
let blocked: Set<number>
const { signal } = new AbortController()

const events = new Events({ log: createLog({ logLevel: 'silent' }) })

/** Runs transactions without listeners. */
function transactionsHere() {
  return transactions({ db: database.db, events })
}

/** Runs the nightly checks. Returns how many rows and counts were wrong, and were repaired. */
async function check() {
  const [rows, counts] = [
    await checkRows({ database, events }, { signal }),
    await checkCounts({ database, events }, { signal }),
  ]
  expect([rows.repaired, counts.repaired]).toEqual([rows.found, counts.found])
  return { rows: rows.found, counts: counts.found }
}

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  await sql`insert into companies (info) values ('{}')`.execute(db)
  await sql`insert into sites (domain, company_id) select 'example.test', id from companies`.execute(db)
  const members = Array.from({ length: MEMBERS }, (_, index) => ({
    userId: index + 1,
    ...pick(places),
    gender: random() < 0.9 ? 'female' : 'male',
    birthDate: randomBirthDate(),
    // Several share an instant, so that the key decides the order.
    lastActiveAt: new Date(Date.UTC(2026, 0, 1) + below(2000) * 60_000),
    visible: random() < 0.95,
  }))
  // The viewer matches many of the filters.
  Object.assign(members[0] ?? {}, {
    userId: VIEWER,
    ...places[0],
    gender: 'female',
    birthDate: '1990-06-15',
    visible: true,
  })
  const json = JSON.stringify(members)
  await sql`
    insert into users (id, site_id, email, email_key, password_hash, language, created_at, confirmed_at, disabled_at)
    select m."userId", (select id from sites), m."userId" || '@example.test', m."userId" || '@example.test', '', 'en', now(), now(),
      case when not m.visible then now() end
    from json_to_recordset(${json}::json) m ("userId" bigint, visible boolean)`.execute(db)
  await sql`
    insert into profiles (user_id, public_id, name, gender, looking_for, birth_date, country, region, city, created_at, updated_at)
    select m."userId", lpad(m."userId"::text, 14, '0'), 'Someone', m.gender, 'male', m."birthDate", m.country, m.region, 'X', now(), now()
    from json_to_recordset(${json}::json)
      m ("userId" bigint, gender text, "birthDate" date, country text, region text)`.execute(db)
  await sql`
    insert into profile_search (user_id, country, region, gender, birth_date, last_active_at, visible, facets)
    select m."userId", m.country, m.region, m.gender, m."birthDate", m."lastActiveAt", m.visible,
      (select search_facets(p) from profiles p where p.user_id = m."userId")
    from json_to_recordset(${json}::json)
      m ("userId" bigint, gender text, "birthDate" date, country text, region text, "lastActiveAt" timestamptz, visible boolean)
    `.execute(db)
  blocked = new Set(Array.from({ length: 200 }, () => 2 + below(MEMBERS - 1)))
  await db
    .insertInto('blocks')
    .values(
      [...blocked].map((otherId, index) => ({
        userId: VIEWER,
        otherId,
        ...(index % 2 ? { byMeAt: new Date() } : { byThemAt: new Date() }),
      })),
    )
    .execute()
})

afterAll(() => database.close())

function allRows(): Promise<Row[]> {
  return database.db
    .selectFrom('profileSearch')
    .select(['userId', 'country', 'region', 'gender', 'birthDate', 'lastActiveAt', 'visible', 'facets', 'cell'])
    .execute()
}

interface SampleSearch {
  today: string
  minAge: number
  maxAge: number
  criteria: SearchCriteria
}

function createSample(): SampleSearch {
  const today = pick(days)
  const minAge = 18 + below(60)
  const maxAge = Math.min(99, minAge + (random() < 0.5 ? below(4) : below(82)))
  const { country, region } = pick(places)
  return {
    today,
    minAge,
    maxAge,
    criteria: {
      viewerId: random() < 0.7 ? VIEWER : null,
      country,
      region: random() < 0.5 ? region : null,
      genders: pick([['female'], ['female'], ['male'], ['male', 'female']] as const),
      excluded: 0n,
      leastId: 0,
      activeSince: null,
      cells: null,
      showsInterests: true,
      born: birthRange({
        today,
        minAge,
        maxAge,
      }),
    },
  }
}

/** Filters all members in memory: the reference result. */
function expectedIds(rows: Row[], { today, minAge, maxAge, criteria }: SampleSearch) {
  const { viewerId, country, region, genders } = criteria
  return rows
    .filter((row) => row.visible && row.country === country && genders.some((gender) => gender === row.gender))
    .filter((row) => region === null || row.region === region)
    .filter(({ birthDate }) => ageOn(today, birthDate) >= minAge && ageOn(today, birthDate) <= maxAge)
    .filter(({ userId }) => viewerId === null || (userId !== viewerId && !blocked.has(userId)))
    .toSorted((a, b) => b.lastActiveAt.getTime() - a.lastActiveAt.getTime() || b.userId - a.userId)
    .map(({ userId }) => userId)
}

describe('the exact count', () => {
  test('equals a full count for any filter on any day', async () => {
    const rows = await allRows()
    let total = 0
    for (let round = 0; round < 200; round += 1) {
      const sample = createSample()
      const { numResults, isExact } = await countMembers(database.db, { criteria: sample.criteria, now })
      expect({ sample, numResults, isExact }).toEqual({
        sample,
        numResults: expectedIds(rows, sample).length,
        isExact: true,
      })
      total += numResults
    }
    expect(total).toBeGreaterThan(5_000)
  })

  test('is zero for a country without members', async () => {
    const sample = createSample()
    const count = await countMembers(database.db, { criteria: { ...sample.criteria, country: 'AU' }, now })
    expect(count).toEqual({ numResults: 0, isExact: true })
    expect(countries).toContain('AU')
  })
})

/** The instant of searches that are not about ages. */
const now = new Date('2026-06-01T00:00:00Z')

/** Reads a page with a given scan. Returns the keys of its members, and the page. */
async function readPage(criteria: SearchCriteria, { scan, ...page }: Omit<PageRequest, 'now'> & { scan?: Scan }) {
  const shape = { ...shapeOf(criteria), ...(scan && { scan }) }
  const reply = await findPage(database.db, { criteria, shape, page: { ...page, now } })
  const cards = JSON.parse(`[${reply.cards}]`) as { id: string }[]
  // The public ids of this test are the keys.
  return { ...reply, ids: cards.map(({ id }) => Number(id)) }
}

describe('the scans', () => {
  test.each<Scan>(['recent', 'years', 'either'])(
    '%s finds each member once over all pages, most recently active first, and counts all of them',
    async (scan) => {
      const rows = await allRows()
      for (let round = 0; round < 40; round += 1) {
        const sample = createSample()
        expect(await allPages(sample.criteria, scan)).toEqual(expectedIds(rows, sample))
      }
    },
  )

  test.each<Scan>(['recent', 'years', 'either'])('%s opens a page by number', async (scan) => {
    const rows = await allRows()
    for (let round = 0; round < 20; round += 1) {
      const sample = createSample()
      const offset = below(4) * SEARCH_PAGE_SIZE
      const { ids } = await readPage(sample.criteria, { scan, after: null, offset })
      expect(ids).toEqual(expectedIds(rows, sample).slice(offset, offset + SEARCH_PAGE_SIZE))
    }
  })

  async function allPages(criteria: SearchCriteria, scan: Scan) {
    const totals: number[] = []
    const counts = new Set<number>()
    let after: PageRequest['after'] = null
    do {
      const { ids, last, numResults } = await readPage(criteria, { scan, after, offset: 0 })
      totals.push(...ids)
      counts.add(numResults)
      after = last
    } while (after)
    // Every page has the same count, which is that of all pages.
    expect([...counts]).toEqual([totals.length])
    return totals
  }
})

test('the stored counts stay correct under concurrent writes', async () => {
  const { db } = database
  const transaction = transactionsHere()

  // Few members, so that writers collide. Each member of the second range is erased once.
  let erased = 500
  async function change() {
    const userId = 2 + below(20)
    const kind = below(7)
    if (kind === 0) {
      const activity = Array.from({ length: 20 }, () => ({ userId: 2 + below(20), at: now }))
      await storeActivity(db, { activity, onlineSince: now })
      return
    }
    await transaction(async (tx) => {
      if (kind === 1) await tx.updateTable('profiles').set(pick(places)).where('userId', '=', userId).execute()
      if (kind === 2)
        await tx
          .updateTable('users')
          .set({ disabledAt: random() < 0.5 ? now : null })
          .where('id', '=', userId)
          .execute()
      if (kind === 3)
        await tx.updateTable('profiles').set({ birthDate: randomBirthDate() }).where('userId', '=', userId).execute()
      if (kind === 4)
        await tx
          .updateTable('profiles')
          .set({ gender: pick(['male', 'female'] as const) })
          .where('userId', '=', userId)
          .execute()
      if (kind === 5)
        await tx
          .updateTable('profiles')
          .set({ isInvisible: random() < 0.5 })
          .where('userId', '=', userId)
          .execute()
      if (kind === 6) {
        const erasedId = (erased += 1)
        await deleteRow(tx, erasedId)
        await tx.deleteFrom('users').where('id', '=', erasedId).execute()
      }
      await refreshRow(tx, { userId, now })
      if (random() < 0.1) throw new Error('rolled back on purpose')
    }).catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'rolled back on purpose')) throw error
    })
  }
  async function writer() {
    for (let round = 0; round < 100; round += 1) await change()
  }
  await Promise.all(Array.from({ length: 8 }, writer))

  expect(await check()).toEqual({ rows: 0, counts: 0 })
  const rows = await allRows()
  expect(rows.length).toBeLessThan(MEMBERS)
  for (let round = 0; round < 50; round += 1) {
    const sample = createSample()
    const { ids, numResults } = await readPage(sample.criteria, { after: null, offset: 0 })
    const expected = expectedIds(rows, sample)
    expect(numResults).toBe(expected.length)
    expect(ids).toEqual(expected.slice(0, SEARCH_PAGE_SIZE))
  }
})

describe('search visibility', () => {
  const visible = async (userId: number) => {
    const [row] = await sql<{ visible: boolean }>`
      select visible from profile_search where user_id = ${userId}`
      .execute(database.db)
      .then(({ rows }) => rows)
    return row?.visible
  }

  test.each(['disabled_at', 'deleted_at'])(
    'follows %s, also when it is changed in SQL for many accounts',
    async (column) => {
      const { db } = database
      const change = (value: string) =>
        sql`update users set ${sql.ref(column)} = ${sql.raw(value)} where id between 100 and 200`.execute(db)
      await sql`update users set disabled_at = null, deleted_at = null where id between 100 and 200`.execute(db)
      expect([await visible(100), await visible(200)]).toEqual([true, true])
      await change('now()')
      expect([await visible(99), await visible(100), await visible(200)]).toEqual([await visible(99), false, false])
      await change('null')
      expect([await visible(100), await visible(200)]).toEqual([true, true])
      expect(await check()).toEqual({ rows: 0, counts: 0 })
    },
  )

  test('of a disabled account does not come back when the profile changes', async () => {
    const { db } = database
    await sql`update users set disabled_at = now() where id = 300`.execute(db)
    await transactionsHere()((tx) => refreshRow(tx, { userId: 300, now: new Date() }))
    expect(await visible(300)).toBe(false)
  })

  test('is correct when the account is disabled while the profile changes', async () => {
    const { db } = database
    await sql`update users set disabled_at = null, deleted_at = null where id = 301`.execute(db)
    const transaction = transactionsHere()
    let change: Promise<unknown> = Promise.resolve()
    await transaction(async (tx) => {
      await sql`update users set disabled_at = now() where id = 301`.execute(tx)
      change = transaction(async (other) => {
        await other.updateTable('profiles').set({ region: 'Elsewhere' }).where('userId', '=', 301).execute()
        await refreshRow(other, { userId: 301, now: new Date() })
      })
      await expect
        .poll(async () => {
          const { rows } = await sql<{ n: number }>`
          select count(*) as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
          return rows[0]?.n
        })
        .toBe(1)
    })
    await change
    expect(await visible(301)).toBe(false)
    expect(await check()).toEqual({ rows: 0, counts: 0 })
  })
})

describe('the nightly check', () => {
  /** Returns all search rows without their activity. */
  async function membersFound() {
    const rows = await allRows()
    return rows.map((row) => ({ ...row, lastActiveAt: null })).toSorted((a, b) => a.userId - b.userId)
  }

  test.each([
    ['a missing row', sql`delete from profile_search where user_id = 5`],
    [
      'a row without a member',
      sql`insert into profile_search (user_id, country, region, gender, birth_date, last_active_at, visible)
        values (999999, 'NL', 'Utrecht', 'female', '1990-01-01', now(), true)`,
    ],
    ['a wrong country', sql`update profile_search set country = 'PL' where user_id = 5`],
    ['wrong facets', sql`update profile_search set facets = facets # 16 where user_id = 5`],
    ['a wrong cell', sql`update profile_search set cell = 1 where user_id = 5`],
    ['a wrong region', sql`update profile_search set region = 'Nowhere' where user_id = 5`],
    ['a wrong birth date', sql`update profile_search set birth_date = birth_date + 40 where user_id = 5`],
    ['a wrong visibility', sql`update profile_search set visible = not visible where user_id = 5`],
    [
      'a wrong gender',
      sql`update profile_search set gender = case gender when 'male' then 'female' else 'male' end where user_id = 5`,
    ],
  ])('repairs %s, with its counts', async (_, plant) => {
    const before = await membersFound()
    await plant.execute(database.db)
    expect(await membersFound()).not.toEqual(before)
    expect(await check()).toEqual({ rows: 1, counts: 0 })
    expect(await membersFound()).toEqual(before)
    expect(await check()).toEqual({ rows: 0, counts: 0 })
  })

  test('does not show a member as online whose row was missing', async () => {
    const { db } = database
    await sql`delete from profile_search where user_id = 6`.execute(db)
    await check()
    const { rows } = await sql`
      select from profile_search s join profiles p using (user_id)
      where user_id = 6 and s.last_active_at = p.updated_at::timestamptz(3)`.execute(db)
    expect(rows).toHaveLength(1)
  })

  test('repairs counts that are too high, too low, missing or without members', async () => {
    const { db } = database
    const { rows: before } = await sql`select * from member_counts where n > 0 order by 1, 2, 3, 4`.execute(db)
    await sql`
      with cells as (select country, gender, region, born_in from member_counts where n > 0 order by 1, 2, 3, 4 limit 2)
      update member_counts c set n = n + 3 from cells
      where (c.country, c.gender, c.region, c.born_in) = (cells.country, cells.gender, cells.region, cells.born_in)
    `.execute(db)
    await sql`delete from member_counts where (country, gender, region, born_in) in (
      select country, gender, region, born_in from member_counts where n > 0 order by 1 desc, 2, 3, 4 limit 2)`.execute(
      db,
    )
    await sql`insert into member_counts values ('AU', 'male', '', 24000, 7)`.execute(db)
    expect(await check()).toEqual({ rows: 0, counts: 5 })
    const { rows: after } = await sql`select * from member_counts where n > 0 order by 1, 2, 3, 4`.execute(db)
    expect(after).toEqual(before)
  })

  test('loses no change that commits while it counts', async () => {
    const { db } = database
    await sql`update users set disabled_at = null, deleted_at = null where id between 400 and 499`.execute(db)
    await sql`update member_counts set n = n + 1 where country = 'NL'`.execute(db)
    const changes = async () => {
      for (let id = 400; id < 500; id += 1) await sql`update users set disabled_at = now() where id = ${id}`.execute(db)
    }
    await Promise.all([
      changes(),
      checkCounts({ database, events }, { signal }),
      checkRows({ database, events }, { signal }),
    ])
    expect(await check()).toEqual({ rows: 0, counts: 0 })
  })
})
