import type { Discovery, DiscoveryRow } from '#contract/games/schemas.ts'
import { DISCOVERY_NEAR_KM, DISCOVERY_ROW, DISCOVERY_ROW_MIN, NEAR_STEPS_KM } from '#contract/limits.ts'
import type { SearchingViewer } from '#server/features/accounts/views.ts'
import { todayIn } from '#server/features/profiles/rules.ts'
import { firstMembers } from '#server/features/search/service.ts'
import { findDailyPicks, saveDailyPicks } from './queries.ts'
import { prepareSearch, toSuggestion, type Deps, type GameInput } from './service.ts'
import { findPicked, findPicks } from './suggestion-query.ts'

type RowFilters = DiscoveryRow['filters']

/** Suggests members for today, members who are online, and new ones nearby. Source: GAME-6, GAME-7. */
export async function getDiscovery(
  { db, clock }: Deps,
  input: GameInput & { viewer: SearchingViewer },
): Promise<Discovery> {
  const now = clock.now()
  const { player, search } = await prepareSearch({ db }, { ...input, answers: {}, now })
  const rowOf = (filters: RowFilters) => firstMembers({ db, clock }, { ...input, filters })
  const steps = NEAR_STEPS_KM.filter((km) => km <= DISCOVERY_NEAR_KM)
  const nearby = [
    ...steps.map((near) => ({ new: true as const, near })),
    { new: true as const, country: player.country, region: player.region },
  ]
  const [today, onlineNow] = await Promise.all([
    todaysMembers({ db }, { userId: input.viewer.userId, search }),
    rowOf({ online: true }),
  ])
  const shownIds = new Set(today.map(({ id }) => id))
  const online = withoutShown(onlineNow, shownIds)
  for (const { id } of online?.results ?? []) shownIds.add(id)
  return {
    today,
    online,
    newNear: await firstWithEnough(nearby, async (filters) => withoutShown(await rowOf(filters), shownIds)),
  }
}

type Search = Awaited<ReturnType<typeof prepareSearch>>['search']

/** The choice of a day is stored, because the most recently active members are others an hour later. */
async function todaysMembers({ db }: Pick<Deps, 'db'>, { userId, search }: { userId: number; search: Search }) {
  const day = todayIn(search.now)
  const stored = await findDailyPicks(db, userId)
  if (stored?.day === day) return findSuggestions(db, { search, picked: stored.otherIds })
  const rows = await findPicks(db, { ...search, own: { ...search.own, earlier: stored?.otherIds ?? [] } })
  const picked = await saveDailyPicks(db, { userId, day, otherIds: rows.map((row) => row.userId) })
  return findSuggestions(db, { search, picked })
}

async function findSuggestions(db: Deps['db'], { search, picked }: { search: Search; picked: number[] }) {
  if (picked.length === 0) return []
  const rows = await findPicked(db, { ...search, own: { ...search.own, picked } })
  return rows.map(toSuggestion)
}

/** Returns the first of some searches that finds enough members for a row. */
async function firstWithEnough(searches: RowFilters[], rowOf: (filters: RowFilters) => Promise<DiscoveryRow | null>) {
  for (const filters of searches) {
    const row = await rowOf(filters)
    if (row) return row
  }
  return null
}

/** Returns a row without members who are shown above it; null with too few. */
function withoutShown(
  row: Awaited<ReturnType<typeof firstMembers>>,
  shownIds: ReadonlySet<string>,
): DiscoveryRow | null {
  const results = row?.results.filter(({ id }) => !shownIds.has(id)).slice(0, DISCOVERY_ROW) ?? []
  if (!row || results.length < DISCOVERY_ROW_MIN) return null
  return { ...row, results }
}
