import { z } from 'zod'
import type { AgeCheck } from '#contract/accounts/age-check-schemas.ts'
import { AGE_CHECK_MS } from '#contract/limits.ts'
import { minimumAge } from '#contract/settings/site-rules.ts'
import type { Site } from '#server/features/settings/service.ts'
import { siteUrl } from '#server/features/settings/views.ts'
import type { AgeOutcome } from '#server/platform/age-provider/age-provider.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import type { SearchingViewer } from '#server/features/accounts/views.ts'
import * as queries from './age-check-queries.ts'

/** Asks for the outcome of a check whose member did not come back, when its time is over. */
export const settleAgeCheck = defineJob(
  'accounts.settle_age_check',
  z.object({ userId: z.number(), expiresAt: z.iso.datetime() }),
)

type Deps = Pick<Context, 'db' | 'clock' | 'ageProvider'>

/** Path of the page that leads to the provider, and to which the provider leads back. */
export const PAGE = '/age-check'

/**
 * Returns the page of the provider on which a member has the age confirmed: that of the open check, else of a
 * new one; the page of the site if nothing is to be confirmed. The provider gets a random reference and the
 * minimum age in the member's country.
 * @throws AppError `accounts.age_check_unavailable`: the provider is down, or there is none
 * Source: PRO-40.
 */
export async function startAgeCheck(
  deps: Deps & Pick<Context, 'jobs' | 'transaction' | 'config'>,
  { viewer, site }: { viewer: Pick<SearchingViewer, 'userId' | 'country' | 'mustAssureAge'>; site: Site },
): Promise<{ url: string }> {
  const { db, clock, ageProvider, jobs, transaction, config } = deps
  const { userId, country } = viewer
  if (!viewer.mustAssureAge) return { url: PAGE }
  if (!ageProvider) throw new AppError('accounts.age_check_unavailable')
  const now = clock.now()
  const earlier = await queries.findCheck(db, userId)
  const outcome = earlier && (await settle(deps, { userId, check: earlier, isOver: hasExpired(earlier, now) }))
  if (outcome === 'passed') return { url: PAGE }
  if (outcome === 'pending' && earlier?.id) return { url: ageProvider.pageOf(earlier.id) }
  const id = await ask(() =>
    ageProvider.open({
      reference: newPublicId(),
      minimumAge: minimumAge(site.settings, country),
      ttlMs: AGE_CHECK_MS,
      returnUrl: `${siteUrl({ config }, site)}${PAGE}`,
    }),
  )
  const expiresAt = new Date(now.getTime() + AGE_CHECK_MS)
  await transaction(async (tx) => {
    // Of two that were opened at the same moment the first one counts.
    if (!(await queries.storeCheck(tx, { userId, id, expiresAt, now }))) return
    await jobs.enqueue(tx, settleAgeCheck, { userId, expiresAt: expiresAt.toISOString() }, { runAt: expiresAt })
  })
  const stored = await queries.findCheck(db, userId)
  return { url: ageProvider.pageOf(stored?.id ?? id) }
}

/**
 * Returns where a member stands, and asks the provider while a check is open: what the browser brings back
 * proves nothing. A check counts as open while the provider is down.
 * Source: PRO-40.
 */
export async function ageCheckOf(
  deps: Deps & Pick<Context, 'log'>,
  { viewer: { userId, mustAssureAge } }: { viewer: Pick<SearchingViewer, 'userId' | 'mustAssureAge'> },
): Promise<AgeCheck> {
  const { db, clock, ageProvider, log } = deps
  const check = await queries.findCheck(db, userId)
  const outcome = check
    ? await settle(deps, { userId, check, isOver: hasExpired(check, clock.now()) }).catch((error: unknown) => {
        log.warn({ err: error }, 'age check not settled')
        return 'pending' as const
      })
    : null
  const assuredAt = outcome === 'passed' ? (check?.assuredAt ?? clock.now()) : null
  const none = mustAssureAge ? 'needed' : 'not_needed'
  const state = outcome === 'pending' ? 'waiting' : (outcome ?? none)
  return { state, assuredAt: assuredAt?.toISOString() ?? null, provider: ageProvider?.name ?? null }
}

/**
 * Settles the check of a job, whose time is over, unless it has ended or another one was started.
 * @throws AppError `accounts.age_check_unavailable`
 */
export async function settleExpired(deps: Deps, { userId, expiresAt }: { userId: number; expiresAt: string }) {
  const check = await queries.findCheck(deps.db, userId)
  if (check?.expiresAt?.toISOString() === expiresAt) await settle(deps, { userId, check, isOver: true })
}

/**
 * Asks for the outcome of a member's open check, and stores when the age was confirmed, or nothing. Returns
 * null without a check, and for one that `isOver` without an outcome.
 * @throws AppError `accounts.age_check_unavailable`
 */
async function settle(
  { db, clock, ageProvider }: Deps,
  { userId, check: { id, assuredAt }, isOver }: { userId: number; check: queries.StoredCheck; isOver: boolean },
): Promise<AgeOutcome | null> {
  if (assuredAt) return 'passed'
  if (id === null) return null
  const outcome = ageProvider ? await ask(() => ageProvider.outcomeOf(id)) : 'pending'
  if (outcome === 'pending' && !isOver) return 'pending'
  await queries.endCheck(db, { userId, id, assuredAt: outcome === 'passed' ? clock.now() : null })
  return outcome === 'pending' ? null : outcome
}

function hasExpired({ expiresAt }: queries.StoredCheck, now: Date) {
  return expiresAt === null || expiresAt <= now
}

async function ask<T>(request: () => Promise<T>) {
  try {
    return await request()
  } catch (cause) {
    throw new AppError('accounts.age_check_unavailable', { cause })
  }
}
