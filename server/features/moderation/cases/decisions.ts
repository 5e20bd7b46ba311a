import { DECISIONS_LISTED } from '#contract/limits.ts'
import type { DecisionView } from '#contract/moderation/decision-schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { toDecisionView } from './decision-view.ts'
import { findParty, markSeen, statementsOf } from './party-queries.ts'

type Deps = Pick<Context, 'db' | 'clock'>

/**
 * Returns what a reference stands for.
 * @throws AppError `moderation.reference_not_found`
 */
export async function getDecision({ db, clock }: Deps, reference: string): Promise<DecisionView> {
  const party = await findParty(db, reference)
  if (!party) throw new AppError('moderation.reference_not_found')
  return toDecisionView(party, clock.now())
}

/** Returns the measures against a member, latest first. */
export async function listDecisions({ db, clock }: Deps, { viewer }: { viewer: Viewer }): Promise<DecisionView[]> {
  const rows = await statementsOf(db, { userId: viewer.userId, limit: DECISIONS_LISTED })
  return rows.map((row) => toDecisionView(row, clock.now()))
}

/**
 * Records that a member had the reasons of measures on the screen, after which the site reminds of them no
 * more. Unknown references and those of others change nothing.
 */
export async function markDecisionsSeen(
  { db }: Pick<Context, 'db'>,
  { viewer, references }: { viewer: Viewer; references: string[] },
) {
  await markSeen(db, { userId: viewer.userId, references })
}
