import type { Decision, Violation } from '#contract/moderation/cases.ts'
import type { AppContext } from '#server/context.ts'
import { claimAndDecide } from '#server/features/moderation/cases/claim-and-decide.ts'
import { decideCase, type DecisionInput } from '#server/features/moderation/cases/decide-case.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import { assertPermission } from '../access/authorize.ts'
import { withAct } from '../audit/with-act.ts'

interface Outcome {
  decision: Decision
  violation: Violation | null
  legalGround: string | null
  days: number | null
  note: string
  reply: string
}

interface JudgedCase {
  reference: string
  clientId: string
  version: number
}

/**
 * Decides a case in the name of an operator, and records it. A ban needs `cases.ban`.
 * @throws AppError those of `decideCase`, `operator.not_allowed`, `operator.confirmation_required`
 */
export async function decide(
  context: AppContext,
  { operator, ...input }: Outcome & JudgedCase & { operator: RequestOperator },
) {
  assertMayDecide(context, operator, input)
  return decideRecorded(context, { operator, run: decideCase, input: { ...input, actorId: operator.operatorId } })
}

/**
 * Takes several cases and decides them alike, each in its own transaction: those that someone else took or
 * decided are named with the code of the error, and stay as they were.
 * @throws AppError `operator.not_allowed`, `operator.confirmation_required`
 */
export async function decideSeveral(
  context: AppContext,
  { operator, cases, ...outcome }: Outcome & { operator: RequestOperator; cases: JudgedCase[] },
) {
  assertMayDecide(context, operator, outcome)
  const { operatorId: actorId } = operator
  const results: { reference: string; error: string | null }[] = []
  for (const judged of cases) {
    const { reference } = judged
    try {
      await decideRecorded(context, { operator, run: claimAndDecide, input: { ...outcome, ...judged, actorId } })
      results.push({ reference, error: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // A field is named where one case is decided; here all have the same ones.
      results.push({ reference, error: error.code })
    }
  }
  return { results }
}

interface Recorded {
  operator: RequestOperator
  run: (context: AppContext, input: DecisionInput) => Promise<{ isNew: boolean }>
  input: DecisionInput
}

function decideRecorded(context: AppContext, { operator, run, input }: Recorded) {
  return withAct(
    context,
    (inside) => run(inside, input),
    ({ isNew }) => (isNew ? actOf(operator, input) : null),
  )
}

function assertMayDecide(context: AppContext, operator: RequestOperator, { decision }: Pick<Outcome, 'decision'>) {
  if (decision === 'ban') assertPermission(context, operator, 'cases.ban')
}

function actOf(operator: RequestOperator, { reference, decision, violation, days }: DecisionInput) {
  const subject = { kind: 'case' as const, id: reference }
  return { operator, act: 'case_decided' as const, subject, details: { decision, violation, days } }
}
