import { searchMembers } from '#contract/search/calls.ts'
import { SearchReply } from '#contract/search/schemas.ts'
import { SEARCH_PAGE_SIZE } from '#contract/limits.ts'
import { createRng, type Rng } from '#server/demo/random.ts'
import {
  findPage,
  parameterValues,
  shapeOf,
  type SearchCriteria,
  type SearchShape,
} from '#server/features/search/member-query.ts'
import type { ParameterValues } from '#server/features/search/parameters.ts'
import { birthRange } from '#server/features/search/rules.ts'
import { todayIn } from '#server/features/profiles/rules.ts'
import { createCursors, type PageKey } from '#server/platform/http/cursors.ts'
import { openDatabase, type Db } from '#server/platform/postgres/db.ts'
import type { OnProgress } from '#server/platform/progress.ts'
import { requestOf } from '#web/api/call.ts'
import type { BenchDatabase } from './database.ts'
import { requestText } from './http-client.ts'
import { SECRET } from './product.ts'
import { findViewers, type BenchViewer } from './viewers.ts'

/** A search of a viewer, with what its request and the parameters of its statement need. */
export interface SearchSample {
  shape: SearchShape
  values: ParameterValues
  /** Text of the HTTP request. */
  request: string
  /** Path and query of the request. */
  url: string
  cookie: string
  found: number
}

/** Share of each kind of search, in percent. */
const kinds = { wide: 40, narrow: 25, region: 20, deep: 15 }
const SAMPLES = 512

/** Chooses searches. Countries and regions are of random viewers, so they occur in proportion to members. */
export async function chooseSamples(
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
  const now = new Date()
  const ages = chooseAges(kind, rng)
  const criteria: SearchCriteria = {
    viewerId: viewer.userId,
    country: place.country,
    genders: [viewer.lookingFor],
    region: kind === 'region' ? place.region : null,
    born: birthRange({ today: todayIn(now), ...ages }),
    excluded: 0n,
    leastId: 0,
    activeSince: null,
    cells: null,
    showsInterests: true,
  }
  const offset = kind === 'deep' ? SEARCH_PAGE_SIZE * whole(rng, 10, 80) : 0
  const { numResults, last } = await findPage(db, { criteria, page: { after: null, offset, now } })
  if (numResults < offset + 2 * SEARCH_PAGE_SIZE) return null
  const after = kind === 'deep' ? last : null
  return {
    shape: shapeOf(criteria),
    values: parameterValues(criteria, { after, offset: 0, now }),
    ...toRequest({ viewer, criteria, ages, after }),
    found: numResults,
  }
}

function chooseAges(kind: string, rng: Rng) {
  const isNarrow = kind === 'narrow'
  const minAge = isNarrow ? whole(rng, 18, 45) : whole(rng, 18, 30)
  return { minAge, maxAge: minAge + (isNarrow ? whole(rng, 0, 4) : whole(rng, 8, 40)) }
}

function whole(rng: Rng, low: number, high: number) {
  return Math.floor(rng.between(low, high + 1))
}

interface RequestOfSample {
  viewer: BenchViewer
  criteria: SearchCriteria
  ages: { minAge: number; maxAge: number }
  after: PageKey | null
}

function toRequest({ viewer, criteria: { country, region }, ages, after }: RequestOfSample) {
  const cursors = createCursors({ secret: SECRET }, 'search')
  const query = {
    gender: viewer.lookingFor,
    country,
    ...ages,
    ...(region !== null && { region }),
    ...(after && { after: cursors.seal(after) }),
  }
  const { url } = requestOf(searchMembers, { query })
  return { url, cookie: viewer.cookie, request: requestText({ url, cookie: viewer.cookie }) }
}

/** Asserts full pages and exact counts before anything is measured. */
export async function checkAnswers(port: number, samples: SearchSample[]) {
  for (const { url, cookie, found } of samples.slice(0, 32)) {
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, { headers: { cookie } })
    const { results, numResults, isExact } = SearchReply.parse(await answer.json())
    if (results.length !== SEARCH_PAGE_SIZE || numResults !== found || !isExact)
      throw new Error(`${url} gave ${results.length} cards of ${numResults}, expected ${SEARCH_PAGE_SIZE} of ${found}`)
  }
}

/** Returns a request source that repeats each search ten times per connection, as the pgbench script does. */
export function tenOfEach(samples: SearchSample[]) {
  const rng = createRng('search load')
  const current: { request: string; left: number }[] = []
  return (connection: number) => {
    const last = current[connection]
    const { request, left } = last && last.left > 0 ? last : { request: oneOf(samples, rng).request, left: 10 }
    current[connection] = { request, left: left - 1 }
    return request
  }
}
