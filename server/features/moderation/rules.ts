import {
  measures,
  signals,
  type CaseKind,
  type Decision,
  type Measure,
  type Violation,
} from '#contract/moderation/cases.ts'
import { APPEAL_MONTHS } from '#contract/limits.ts'

/** What a decision removes, by ids. */
export type CaseContent =
  | { type: 'photo'; photoId: string }
  | { type: 'message'; conversationKey: number; seq: number }
  | { type: 'profile_text' }

export interface DecidableCase {
  kind: CaseKind
  /** False for complaints, and once the account is erased. */
  hasSubject: boolean
  hasContent: boolean
  /** Of an appeal. */
  appellant: 'subject' | 'notifier' | null
}

export function isMeasure(decision: Decision): decision is Measure {
  return (measures as readonly Decision[]).includes(decision)
}

/**
 * Returns the decisions that a case can have. Measures need a member; an appeal is upheld, reversed for the
 * member, or for the reporter replaced by a measure.
 */
export function allowedDecisions({ kind, hasSubject, hasContent, appellant }: DecidableCase): Decision[] {
  if (kind === 'complaint') return ['none', 'resolve']
  const possible = hasSubject ? measures.filter((measure) => measure !== 'remove_content' || hasContent) : []
  // What is named may be gone already, or the request is about more than one image.
  if (kind === 'removal') return ['none', ...possible, 'resolve']
  if (kind !== 'appeal') return ['none', ...possible]
  if (appellant === 'subject') return ['uphold', 'reverse']
  return ['uphold', ...possible]
}

/** Returns the end of the time to appeal: so many months later, or the last day of a shorter month. */
export function appealUntil(decidedAt: Date) {
  const end = new Date(decidedAt)
  const day = end.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + APPEAL_MONTHS)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, lastDay))
  return end
}

/** Cases with a higher number come first: danger to someone before money, money before taste. */
export function priorityOf({ kind, reason }: { kind: CaseKind; reason: string }) {
  if (kind === 'removal') return 4
  if (reason === 'under_age') return 3
  if (['scam', 'harassment', ...signals].includes(reason)) return kind === 'signal' ? 1 : 2
  return kind === 'appeal' || kind === 'complaint' ? 1 : 0
}

/** Whether an image that is removed for this is removed for good: it cannot be uploaded again (MOD-32). */
export function blocksImage(violation: Violation) {
  return violation === 'intimate_images' || violation === 'under_age'
}

/** Whether a ban for this makes those who wrote with the member be warned. */
export function isFraud(violation: Violation) {
  return violation === 'scam' || violation === 'fake_profile'
}
