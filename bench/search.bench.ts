import { searchMembers } from '#contract/search.ts'
import type { CountryCode } from '#contract/countries.ts'
import { SEARCH_PAGE_SIZE } from '#contract/limits.ts'
import type { Gender } from '#contract/profiles.ts'
import * as search from '#server/features/search/member-query.ts'
import { birthRange, chooseScan, type Scan } from '#server/features/search/rules.ts'
import { todayIn } from '#server/features/profiles/rules.ts'
import { createCursors, type PageKey } from '#server/platform/http/cursors.ts'
import { openDatabase, type Db } from '#server/platform/postgres/db.ts'
import type { OnProgress } from '#server/platform/progress.ts'
import { requestOf } from '#web/api/call.ts'
import { createRng, type Rng } from '#server/demo/random.ts'
import type { Bench } from './support/bench.ts'
import { openBenchDatabase, type BenchDatabase } from './support/database.ts'
import { measureRequests, requestText } from './support/http-client.ts'
import { openPgbench, withNames } from './support/pgbench.ts'
import { SECRET, startProduct } from './support/product.ts'
import { findViewers, type BenchViewer } from './support/viewers.ts'

export const bench: Bench = {
  what: 'member search over HTTP, 24 cards and the exact count, logged in, mixed filters',
  opponent: 'pgbench with the same SQL',
  unit: 'searches',
  target: 0.6,
  defaults: { members: 1_000_000, clients: 8 },

  async prepare({ members, clients, profileDir, onProgress, onClose }) {
    const database = await openBenchDatabase({ members, onProgress, onClose })
    const samples = await chooseSamples(database, onProgress)
    await storeSamples(database, samples)
    const pgbench = await openPgbench({ ...database, clients, script: pgbenchScript(samples.length), onClose })
    const port = await startProduct(database, { withWeb: false, profileDir, onClose })
    const requests = samples.map(toRequest)
    await checkAnswers(port, samples)
    const next = tenOfEach(requests)
    return {
      opponent: (seconds) => pgbench(seconds),
      product: (seconds) => measureRequests({ port, connections: clients, seconds, next }),
      postgresVersion: database.version,
    }
  },
}

/** Returns a request source that repeats each search ten times per connection, as the pgbench script does. */
function tenOfEach(requests: string[]) {
  const rng = createRng('search load')
  const current: { request: string; left: number }[] = []
  return (connection: number) => {
    const last = current[connection]
    const { request, left } = last && last.left > 0 ? last : { request: oneOf(requests, rng), left: 10 }
    current[connection] = { request, left: left - 1 }
    return request
  }
}

/** One search of one viewer, with everything needed for the request and for the parameters of its two statements. */
interface SearchSample extends search.SearchCriteria {
  viewer: BenchViewer
  gender: Gender
  country: CountryCode
  minAge: number
  maxAge: number
  scan: Scan
  after: PageKey | null
  found: number
}

/** Share of each kind of search, in percent. */
const kinds = { wide: 40, narrow: 25, region: 20, deep: 15 }
const SAMPLES = 512

/** Chooses searches. Countries and regions are those of random viewers, so they occur as often as they have members. */
async function chooseSamples(
  { admin, connectionString }: BenchDatabase,
  onProgress: OnProgress,
): Promise<SearchSample[]> {
  const viewers = await findViewers(admin)
  const rng = createRng('searches')
  const database = openDatabase({ connectionString })
  const samples: SearchSample[] = []
  const weightedKinds = Object.entries(kinds).flatMap(([kind, share]) => Array<string>(share).fill(kind))
  while (samples.length < SAMPLES) {
    const [viewer, place] = [oneOf(viewers, rng), oneOf(viewers, rng)]
    const sample = await chooseSample(database.db, { kind: oneOf(weightedKinds, rng), viewer, place, rng })
    // Searches without a full page are left out; small countries have few members of some ages.
    if (sample) samples.push(sample)
    onProgress({ step: 'Choosing searches', done: samples.length, total: SAMPLES })
  }
  await database.close()
  return samples
}

function oneOf<Item>(items: Item[], rng: Rng) {
  const item = items[Math.floor(rng.next() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

interface SampleChoice {
  kind: string
  viewer: BenchViewer
  place: BenchViewer
  rng: Rng
}

async function chooseSample(db: Db, { kind, viewer, place, rng }: SampleChoice): Promise<SearchSample | null> {
  const whole = (low: number, high: number) => Math.floor(rng.between(low, high + 1))
  const isNarrow = kind === 'narrow'
  const minAge = isNarrow ? whole(18, 45) : whole(18, 30)
  const maxAge = minAge + (isNarrow ? whole(0, 4) : whole(8, 40))
  const criteria = {
    viewerId: viewer.userId,
    gender: viewer.lookingFor,
    country: place.country,
    region: kind === 'region' ? place.region : null,
    born: birthRange({ today: todayIn(new Date()), minAge, maxAge }),
  }
  const { matching, total } = await search.countMatching(db, criteria)
  const scan = chooseScan({ ...criteria.born, matching, total })
  const offset = kind === 'deep' ? SEARCH_PAGE_SIZE * whole(10, 80) : 0
  if (matching < offset + 2 * SEARCH_PAGE_SIZE) return null
  const last =
    kind === 'deep' ? (await search.findPage(db, { ...criteria, scan, after: null, offset })).at(-1) : undefined
  const after = last?.lastActiveAt ? { at: last.lastActiveAt, id: last.userId } : null
  return { ...criteria, viewer, minAge, maxAge, scan, after, found: matching }
}

function toRequest({ viewer, country, region, minAge, maxAge, gender, after }: SearchSample) {
  const cursors = createCursors({ secret: SECRET, purpose: 'search' })
  const query = {
    gender,
    country,
    minAge,
    maxAge,
    ...(region && { region }),
    ...(after && { after: cursors.seal(after) }),
  }
  const { url } = requestOf(searchMembers, { query })
  return requestText({ url, cookie: viewer.cookie })
}

/** Asserts full pages and exact counts before anything is measured. */
async function checkAnswers(port: number, samples: SearchSample[]) {
  for (const sample of samples.slice(0, 32)) {
    const url = / (\S+) HTTP/.exec(toRequest(sample))?.[1] ?? ''
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, { headers: { cookie: sample.viewer.cookie } })
    const { results, numResults } = searchMembers.reply.parse(await answer.json())
    if (results.length !== SEARCH_PAGE_SIZE || numResults !== sample.found) {
      throw new Error(
        `${url} gave ${results.length} cards of ${numResults}, expected ${SEARCH_PAGE_SIZE} of ${sample.found}`,
      )
    }
  }
}

const countTypes = ['bigint', 'text', 'text', 'text', 'int', 'int', ...Array<string>(6).fill('date')]
const searchTypes = ['bigint', 'text', 'text', 'date', 'date', 'timestamptz', 'bigint']
const byYear = [...searchTypes, 'int[]']
const shapes = (['recent', 'years'] as const).flatMap((scan) =>
  [false, true].map((hasRegion) => ({
    scan,
    hasRegion,
    types: [...(scan === 'years' ? byYear : searchTypes), ...(hasRegion ? ['text'] : [])],
  })),
)
const COLUMNS = 12 + 9

/** Stores the parameter values as text for pgbench, which can generate numbers, but neither texts nor arrays. */
async function storeSamples({ admin }: BenchDatabase, samples: SearchSample[]) {
  const columns = Array.from({ length: COLUMNS }, (_, index) => `v${index + 1} text not null`)
  await admin.query(`drop table if exists bench.searches`)
  await admin.query(`create table bench.searches (n int primary key, shape int not null, ${columns.join(', ')})`)
  for (const [n, sample] of samples.entries()) {
    const shape = shapes.findIndex(
      ({ scan, hasRegion }) => scan === sample.scan && hasRegion === (sample.region !== null),
    )
    const values = [...search.countValues(sample), ...search.searchValues(sample)].map(toText)
    while (values.length < COLUMNS) values.push('')
    const places = values.map((_, index) => `$${index + 3}`)
    await admin.query(`insert into bench.searches values ($1, $2, ${places.join(', ')})`, [n, shape, ...values])
  }
  await admin.query(`grant select on bench.searches to public`)
  await admin.query(`vacuum (analyze) bench.searches`)
}

function toText(value: unknown) {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value)
}

/** Returns the pgbench script. Each client repeats a search ten times, so the query for its values is negligible. */
function pgbenchScript(count: number) {
  const named = (types: string[], first: number) => types.map((type, index) => `:v${first + index}::${type}`)
  const branches = shapes.map(({ scan, hasRegion, types }, index) => [
    `${index === 0 ? '\\if' : '\\elif'} :shape = ${index}`,
    withNames(search.countText({ hasRegion }), named(countTypes, 1)),
    withNames(search.searchText({ scan, hasRegion, offset: 0 }), named(types, countTypes.length + 1)),
  ])
  const lines = [
    '\\set is_due :calls % 10 = 0',
    '\\set calls :calls + 1',
    '\\if :is_due',
    `\\set n random(0, ${count - 1})`,
    'select * from bench.searches where n = :n::int \\gset',
    '\\endif',
    ...branches.flat(),
    '\\endif',
  ]
  return `${lines.join('\n')}\n`
}
