import { ONLINE_MS } from '#contract/limits.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { isDemoAccount } from './accounts.ts'
import { portraitPerson, type DemoPerson } from './people.ts'
import { composePortrait } from './portraits.ts'
import { appearanceOf } from './portraits/appearance.ts'
import { placeNumberOf } from './portraits/backdrops.ts'
import { hairstyleOf } from './portraits/hair.ts'
import { createRng } from './random.ts'

/** Demo members were active within about this time. */
const LONGEST_IDLE_MS = 30 * DAY
/** A tile is compared with this many before it: those of its row, and of the one above on a phone. */
const NEIGHBOURS = 4

/**
 * Returns the time since each member's last activity, in ms, by address: few are online, most were active
 * recently. The search lists by activity, so the times are dealt such that portraits beside each other
 * differ, and that members without a photo come last.
 */
export function idleTimes(people: readonly DemoPerson[]): Map<string, number> {
  const groups = Map.groupBy(people, ({ country, gender }) => `${country} ${gender}`)
  return new Map(
    [...groups.values()].flatMap((group) => {
      const times = group.map(idleMsOf).toSorted((one, other) => one - other)
      return inVariedOrder(group).map(({ email }, index) => [email, times[index] ?? 0] as const)
    }),
  )
}

function idleMsOf({ email }: DemoPerson) {
  if (isDemoAccount({ email })) return 0
  const rng = createRng(`silence ${email}`)
  if (rng.isTrue(0.08)) return rng.between(0, ONLINE_MS - MINUTE)
  return rng.between(0, 1) ** 3 * LONGEST_IDLE_MS + ONLINE_MS + MINUTE
}

interface Candidate {
  person: DemoPerson
  features: ReturnType<typeof featuresOf>
}

/** Demo accounts first, each of the others as unlike those before it as possible. */
function inVariedOrder(people: readonly DemoPerson[]) {
  const ordered: Candidate[] = []
  const left = new Set(
    people.filter(({ photos }) => photos.length > 0).map((person) => ({ person, features: featuresOf(person) })),
  )
  while (left.size > 0) {
    const before = ordered.slice(-NEIGHBOURS)
    const [next] = [...left].toSorted((one, other) => rank(one, before) - rank(other, before))
    if (!next) break
    left.delete(next)
    ordered.push(next)
  }
  return [...ordered.map(({ person }) => person), ...people.filter(({ photos }) => photos.length === 0)]
}

function rank({ person, features }: Candidate, before: readonly Candidate[]) {
  return isDemoAccount(person) ? -1 : before.reduce((sum, other) => sum + likeness(features, other.features), 0)
}

/** What one sees at a glance on the first portrait. */
export function featuresOf(person: DemoPerson) {
  const appearance = appearanceOf(portraitPerson(person))
  const { backdrop } = composePortrait({ person: portraitPerson(person), variant: 0 })
  const { hairColour, tone, glasses } = appearance
  return { hairColour, tone, glasses, hairstyle: hairstyleOf(appearance), place: placeNumberOf(backdrop) }
}

/** Returns how much alike two portraits are: 0 if nothing is. */
export function likeness(one: Candidate['features'], other: Candidate['features']) {
  return (
    (one.hairstyle === other.hairstyle ? 3 : 0) +
    (one.hairColour === other.hairColour ? 2 : 0) +
    (one.place === other.place ? 2 : 0) +
    (Math.abs(one.tone - other.tone) < 2 ? 1 : 0) +
    (one.glasses !== 'none' && other.glasses !== 'none' ? 1 : 0)
  )
}
