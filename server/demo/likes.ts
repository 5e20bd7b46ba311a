import { likeProfile, markLikesSeen } from '#server/features/likes/service.ts'
import type { Context } from '#server/platform/context.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { areCompatible, findFictional, findPersonas, type Persona } from './personas.ts'
import { createRng } from './random.ts'
import { demoAccounts, isDemoAccount } from './accounts.ts'
import { inParallel, type GroupOptions } from './in-parallel.ts'

/** New likes that each demo account receives, besides the one from the other demo account. */
const NEW_LIKES = 5
/** One in this many demo members likes others. */
const MEMBERS_PER_LIKER = 3
/** Most members that each of them likes. */
const LIKES_EACH = 3

interface Like {
  from: Persona
  to: Persona
  daysAgo: number
  isSeen: boolean
}

/**
 * Creates the likes that members of a group give and its demo accounts receive: most of those are new, one is
 * a match. Each demo account also likes a fictional profile, so that its label is on the list of sent likes.
 */
export async function fillLikes(context: Context, { emails, ...options }: GroupOptions) {
  const personas = await findPersonas(context)
  const group = personas.filter(({ email }) => emails.has(email))
  const fictional = await findFictional(context)
  await inParallel(
    [...plan(group, personas), ...likesOfFictional(group, fictional)],
    { step: 'Creating likes', ...options },
    async ({ from, to, daysAgo, isSeen }) => {
      const now = context.clock.now().getTime()
      const pastContext = { ...context, clock: { now: () => new Date(now - daysAgo * DAY) } }
      await likeProfile(pastContext, { viewer: from, profileId: to.profileId })
      if (isSeen) await markLikesSeen(pastContext, { viewer: to, profileIds: [from.profileId] })
    },
  )
}

function plan(group: Persona[], personas: Persona[]): Like[] {
  const others = personas.filter((persona) => !isDemoAccount(persona))
  const among = group
    .filter((persona) => !isDemoAccount(persona))
    .filter((_, index) => index % MEMBERS_PER_LIKER === 0)
    .flatMap((from) => {
      const rng = createRng(`likes ${from.email}`)
      const compatible = others.filter((to) => areCompatible(from, to))
      const liked = new Set(
        Array.from({ length: LIKES_EACH }, () => compatible[Math.floor(rng.next() * compatible.length)]),
      )
      return [...liked].flatMap((to) =>
        to ? [{ from, to, daysAgo: rng.between(0.1, 20), isSeen: rng.isTrue(0.6) }] : [],
      )
    })
  return [...among, ...group.filter(isDemoAccount).flatMap((demoAccount) => forDemoAccount(demoAccount, personas))]
}

function likesOfFictional(group: Persona[], fictional: Persona[]): Like[] {
  return group.filter(isDemoAccount).flatMap((from) => {
    const to = fictional.find((other) => areCompatible(from, other))
    return to ? [{ from, to, daysAgo: 1, isSeen: false }] : []
  })
}

/**
 * Plans the likes of a demo account: new ones, one match, and for the free account a like from the premium
 * account, so that liking back makes a match.
 */
function forDemoAccount(demoAccount: Persona, personas: Persona[]): Like[] {
  const [free, premium] = demoAccounts
  const compatible = personas.filter(
    (other) => areCompatible(demoAccount, other) && other.email !== free?.email && other.email !== premium?.email,
  )
  const admirers = compatible.slice(0, NEW_LIKES)
  const [match] = compatible.slice(NEW_LIKES)
  const other = personas.find(({ email }) => email === free?.email)
  return [
    ...admirers.map((from, index) => ({
      from,
      to: demoAccount,
      daysAgo: (2 + 7 * index) * (HOUR / DAY),
      isSeen: false,
    })),
    ...(match
      ? [
          { from: demoAccount, to: match, daysAgo: 3, isSeen: true },
          { from: match, to: demoAccount, daysAgo: 2.5, isSeen: true },
        ]
      : []),
    ...(demoAccount.email === premium?.email && other
      ? [{ from: demoAccount, to: other, daysAgo: 0.02, isSeen: false }]
      : []),
  ]
}
