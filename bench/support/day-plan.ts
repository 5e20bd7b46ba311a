import type { Rng } from '#server/demo/random.ts'

/** What an active member does, by the name that the report gives it. */
export const actions = ['log-in', 'page', 'search', 'profile', 'like', 'message', 'purchase'] as const
export type Action = (typeof actions)[number]

/** How often a member does it in a session. */
const COUNTS = { page: 1, search: 5, profile: 10, like: 4, message: 40 } as const
const BUYERS_PERCENT = 2
/** A session lasts as long, or half of the run where that is shorter. */
const SESSION_SECONDS = 600

export interface Step {
  /** Since the begin of the run. */
  atMs: number
  /** Number of the active member. */
  member: number
  action: Action
}

/**
 * Plans the calls of members of which `perHour` are active in an hour, for a part of it. Sessions begin
 * evenly; the calls of one are at random times after its log-in. In the order of time.
 */
export function planOf({ perHour, seconds, rng }: { perHour: number; seconds: number; rng: Pick<Rng, 'next'> }): {
  members: number
  steps: Step[]
} {
  const members = Math.max(1, Math.round((perHour * seconds) / 3600))
  const sessionMs = Math.min(SESSION_SECONDS, seconds / 2) * 1000
  const steps: Step[] = []
  for (let member = 0; member < members; member += 1) {
    const startMs = (member / members) * (seconds * 1000 - sessionMs)
    const isBuyer = member % (100 / BUYERS_PERCENT) === 0
    const rest: Action[] = [
      ...Object.entries(COUNTS).flatMap(([action, count]) => Array.from({ length: count }, () => action as Action)),
      ...(isBuyer ? (['purchase'] as const) : []),
    ]
    steps.push({ atMs: startMs, member, action: 'log-in' })
    for (const action of rest) steps.push({ atMs: startMs + rng.next() * sessionMs, member, action })
  }
  return { members, steps: steps.toSorted((one, other) => one.atMs - other.atMs) }
}
