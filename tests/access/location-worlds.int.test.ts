import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEAR_STEPS_KM } from '#contract/limits.ts'
import type { SearchResult } from '#contract/search/schemas.ts'
import { MINUTE } from '#contract/time.ts'
import { setPosition } from '#server/features/profiles/position.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { IS_FULL } from '#tests/support/site/full-size.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'

/*
 * Two worlds: in one members are where they are, in the other each is elsewhere in the same cell of the map.
 * A member who searches from many places reads the same in both, to the byte, and learns no place in a cell.
 */

/** Half a degree (PRO-21). */
const CELL = 0.5
/** The victims live in four cells of Bavaria, the attacker searches in and around them. */
const AREA = { latitude: 48, longitude: 11, cells: 2 }
const VICTIMS = IS_FULL ? 200 : 40
const PLACES = IS_FULL ? 500 : 10
const KM_PER_DEGREE = 111.2

interface Position {
  latitude: number
  longitude: number
}
interface Victim {
  member: Member
  position: Position
}

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '1000000' } })
})
afterAll(() => site.close())

/** A generator of its own, so that a failure can be repeated. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}
const random = createRandom(7)

const anywhere = (): Position => ({
  latitude: AREA.latitude + random() * AREA.cells * CELL,
  longitude: AREA.longitude + random() * AREA.cells * CELL,
})
const elsewhereInCell = ({ latitude, longitude }: Position): Position => ({
  latitude: (Math.floor(latitude / CELL) + random()) * CELL,
  longitude: (Math.floor(longitude / CELL) + random()) * CELL,
})

const kmPerDegreeEast = KM_PER_DEGREE * Math.cos(((AREA.latitude + CELL) * Math.PI) / 180)
const kmBetween = (one: Position, other: Position) =>
  Math.hypot((one.latitude - other.latitude) * KM_PER_DEGREE, (one.longitude - other.longitude) * kmPerDegreeEast)
/** Side of a square of the same size, in km. */
const cellKm = CELL * Math.sqrt(KM_PER_DEGREE * kmPerDegreeEast)

const move = ({ userId }: Member, position: Position) => setPosition(site.context, { userId, position })

/** The searches from each place; further filters once, from the first. Accounts differ because of limits. */
function planSearches() {
  const places = Array.from({ length: PLACES }, () => ({
    latitude: AREA.latitude - 2 + random() * 5,
    longitude: AREA.longitude - 2 + random() * 5,
  }))
  return places.flatMap((place, index) =>
    NEAR_STEPS_KM.flatMap((near) =>
      ['', ...(index === 0 ? ['&photo=true', '&online=true', '&new=true', '&region=Bayern'] : [])].map((filter) => ({
        place,
        query: `country=DE&gender=female&minAge=18&maxAge=99&near=${near}${filter}`,
      })),
    ),
  )
}

/** Everything that the searches answer, each page of each list with its headers. */
async function search(searches: { place: Position; query: string; attacker: Member }[]) {
  const answers: { query: string; place: Position; headers: object; payload: string }[] = []
  for (const { place, query, attacker } of searches) {
    let next: string | null = ''
    while (next !== null) {
      const url: string = `/api/members?${query}${next && `&after=${encodeURIComponent(next)}`}`
      const caller = { cookie: attacker.cookie, ...randomAddress() }
      const { statusCode, headers, payload } = await site.app.inject({ url, headers: caller })
      expect(statusCode).toBe(200)
      // `ratelimit` counts the attacker's own requests.
      const { date: _, ratelimit: _count, ...rest } = headers
      answers.push({ query, place, headers: rest, payload })
      next = (JSON.parse(payload) as { next: string | null }).next
    }
  }
  return answers
}

/** Returns what the answers contain about each victim: the distances to places that are near. */
function readDistances(answers: Awaited<ReturnType<typeof search>>, victims: Victim[]) {
  const distances = new Map(victims.map(({ member }) => [member.profileId, [] as string[]]))
  for (const { query, place, payload } of answers) {
    const { results } = JSON.parse(payload) as { results: SearchResult[] }
    for (const { id, distanceKm } of results) distances.get(id)?.push(`${place.latitude} ${query}: ${distanceKm}`)
  }
  return distances
}

/**
 * The best guess of someone who knows where all others are: the middle of those with the same distances, or
 * with most of them.
 */
function guess(victim: Victim, victims: Victim[], distances: Map<string, string[]>) {
  const own = new Set(distances.get(victim.member.profileId))
  const others = victims.filter((other) => other !== victim)
  const likeness = others.map(({ member }) => {
    const of = distances.get(member.profileId) ?? []
    const shared = of.filter((each) => own.has(each)).length
    return own.size + of.length - 2 * shared
  })
  const least = Math.min(...likeness)
  const alike = others.filter((_, index) => likeness[index] === least)
  const mean = (of: (position: Position) => number) =>
    alike.reduce((sum, { position }) => sum + of(position), 0) / alike.length
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
}

test(
  `${PLACES} places to search from do not tell where in their cell ${VICTIMS} members are`,
  async () => {
    const victims: Victim[] = []
    for (let n = 0; n < VICTIMS; n += 1) {
      const input = { country: 'DE', region: 'Bayern', city: 'Nowhere At All' } as const
      const victim = { member: await buildMember(site.context, { ...input, photos: ['public'] }), position: anywhere() }
      await move(victim.member, victim.position)
      victims.push(victim)
    }
    const searches = []
    for (const plan of planSearches()) {
      const attacker = await buildMember(site.context, { country: 'DE', region: 'Bayern', gender: 'male' })
      await move(attacker, plan.place)
      searches.push({ ...plan, attacker })
    }

    const here = await search(searches)
    for (const { member, position } of victims) await move(member, elsewhereInCell(position))
    expect(await search(searches)).toEqual(here)

    const distances = readDistances(here, victims)
    expect(new Set([...distances.values()].map(String)).size).toBe(AREA.cells ** 2)
    const errorsKm = victims.map((victim) => kmBetween(guess(victim, victims, distances), victim.position))
    const medianKm = errorsKm.toSorted((a, b) => a - b)[Math.floor(VICTIMS / 2)] ?? 0
    expect(cellKm).toBeGreaterThan(5)
    expect(medianKm / cellKm).toBeGreaterThan(0.3)

    // In another cell a member is found elsewhere.
    const [first] = victims
    if (!first) throw new Error('no victim')
    await move(first.member, { latitude: AREA.latitude - 1.2, longitude: AREA.longitude - 1.2 })
    expect(await search(searches)).not.toEqual(here)
  },
  MINUTE + VICTIMS * PLACES * 20,
)
