import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { findSubject, lockSubject } from './case-queries.ts'
import { claimCase } from './claim-case.ts'
import { decideCase, type DecisionInput } from './decide-case.ts'

/**
 * Takes a case and decides it, both or neither: one that cannot be decided so stays free. A
 * repetition changes nothing.
 * @throws AppError those of `claimCase` and `decideCase`
 * Source: MOD-30.
 */
export async function claimAndDecide(
  context: Pick<Context, 'db' | 'transaction' | 'clock' | 'mail' | 'jobs' | 'config'>,
  input: DecisionInput,
) {
  const { reference, actorId } = input
  const current = await findSubject(context.db, reference)
  if (!current) throw new AppError('moderation.case_not_found')
  return context.transaction(async (tx) => {
    // In the order of an erasure: first the member, then the case.
    if (current.subjectId !== null) await lockSubject(tx, current.subjectId)
    const inside: typeof context = { ...context, db: tx, transaction: (command) => command(tx) }
    // One that this call has decided before cannot be taken again: `decideCase` recognises it.
    await claimCase(inside, { actorId, reference }).catch(ignoreDecided)
    return decideCase(inside, input)
  })
}

function ignoreDecided(error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'moderation.case_decided') throw error
}
