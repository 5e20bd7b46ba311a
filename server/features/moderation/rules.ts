import {
  INTIMATE_IMAGE,
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

/** Topics of complaints that are notices of someone's behaviour or content, as reports are (DSA art. 16). */
const noticeTopics: readonly string[] = ['member', 'content']

/** Whether an operator can say which image or member a case is about: who sent it could only describe it. */
export function canNameImage({ reason, appellant }: { reason: string; appellant: DecidableCase['appellant'] }) {
  return (reason === INTIMATE_IMAGE || noticeTopics.includes(reason)) && appellant !== 'subject'
}

/** Whether the complainant can appeal (DSA art. 20): other topics have no decision about someone. */
export function canComplainantAppeal({ reason }: { reason: string }) {
  return noticeTopics.includes(reason)
}

/** Whether the decision answers a complaint, or the appeal of who complained, in an operator's words. */
export function needsReply({
  kind,
  reason,
  appellant,
}: Pick<DecidableCase, 'kind' | 'appellant'> & { reason: string }) {
  return kind === 'complaint' || (appellant === 'notifier' && noticeTopics.includes(reason))
}

export interface DecidableCase {
  kind: CaseKind
  /** False for complaints until the member is named, and once the account is erased. */
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
  const possible = hasSubject ? measures.filter((measure) => measure !== 'remove_content' || hasContent) : []
  // What is named may be gone already, or the request is about more than one image.
  if (kind === 'removal' || kind === 'complaint') return ['none', ...possible, 'resolve']
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
  // Complaints have no topic of their own for children in danger: it is part of this one.
  if (kind === 'complaint' && reason === 'content') return 3
  if (kind === 'complaint' && reason === 'member') return 2
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
