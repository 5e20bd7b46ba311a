import type { AppealState } from '#contract/moderation/cases.ts'
import type { DecisionView, Statement } from '#contract/moderation/decision-schemas.ts'
import { photoRejections } from '#contract/profiles/photo-rejections.ts'
import { isMeasure } from '#server/features/moderation/rules.ts'
import { contentTypeOf } from './content-kind.ts'
import type { findParty } from './party-queries.ts'

type PartyRow = NonNullable<Awaited<ReturnType<typeof findParty>>>

/** Returns what the owner of a reference may read: nothing about anyone else (MOD-22). */
export function toDecisionView(party: PartyRow, now: Date): DecisionView {
  const { reference, role, openedAt, decidedAt } = party
  const isSubject = role === 'subject'
  return {
    reference,
    role,
    // To the member the case began with the decision.
    openedAt: (isSubject ? (decidedAt ?? openedAt) : openedAt).toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    statement: isSubject ? toStatement(party) : null,
    outcome: isSubject ? null : outcomeOf(party),
    reply: party.reply || null,
    appeal: { state: appealState(party, now), until: party.appealUntil?.toISOString() ?? null },
  }
}

export function toStatement({ decision, violation, source, ...party }: PartyRow): Statement | null {
  if (decision === null || violation === null || !isMeasure(decision)) return null
  return {
    measure: decision,
    violation,
    rejection: party.kind === 'photo' ? (photoRejections.find((each) => each === party.reason) ?? null) : null,
    legalGround: party.legalGround,
    content: contentTypeOf(party.contentKind),
    until: party.until?.toISOString() ?? null,
    source,
    isReversed: party.reversedAt !== null,
  }
}

/** A reporter or complainant learns whether something was done, not what. */
export function outcomeOf({ status, decision, reversedAt, role, ...party }: PartyRow) {
  const isAppealWon =
    (role === 'requester' || role === 'complainant') &&
    party.appealStatus === 'decided' &&
    party.appealDecision !== 'uphold'
  if (status !== 'decided' || decision === null) return null
  if (isAppealWon) return 'action'
  const isAction = (isMeasure(decision) && reversedAt === null) || decision === 'resolve'
  return isAction ? 'action' : 'no_action'
}

function appealState({ role, status, appealId, appealUntil, ...party }: PartyRow, now: Date): AppealState {
  if (status !== 'decided' || (role === 'complainant' && appealUntil === null)) return 'none'
  if (appealId !== null) {
    if (party.appealStatus !== 'decided') return 'open'
    return party.appealDecision === 'uphold' ? 'upheld' : 'changed'
  }
  if (party.reversedAt !== null) return 'none'
  return appealUntil !== null && appealUntil > now ? 'possible' : 'ended'
}
