import type { CaseKind, Decision, Violation } from '#contract/moderation/cases.ts'
import type { ProfileAnswer } from '#contract/profiles/schemas.ts'
import { defineEvent } from '#server/platform/events.ts'
import type { CaseContent } from './rules.ts'

/** A member blocked another. Listeners remove likes and chats of the two in the same transaction (MOD-3). */
export const profileBlocked = defineEvent<{ userId: number; otherId: number }>('profile.blocked')
/** A member lifted their block. What the block removed does not come back (MOD-3). */
export const profileUnblocked = defineEvent<{ userId: number; otherId: number }>('profile.unblocked')

export const caseOpened = defineEvent<{ caseId: number; kind: CaseKind }>('moderation.case_opened')
/** An operator decided a case. Its effects are events of their own, in the same transaction. */
export const caseDecided = defineEvent<{
  caseId: number
  kind: CaseKind
  subjectId: number | null
  decision: Decision
  violation: Violation | null
  content: CaseContent | null
}>('moderation.case_decided')
/** A decision removed this. The slice that owns it does so, in the transaction of the decision. */
export const contentRemoved = defineEvent<{ userId: number; content: CaseContent; violation: Violation }>(
  'moderation.content_removed',
)
/**
 * The removal was reversed on appeal. `text`: what was removed of the profile or message, null if its member
 * had done so before; `answers`: of the profile.
 */
export const contentRestored = defineEvent<{
  userId: number
  content: CaseContent
  text: string | null
  answers: readonly ProfileAnswer[]
}>('moderation.content_restored')
/** A decision hid a member from the search, or ended that. */
export const searchHidden = defineEvent<{ userId: number; isHidden: boolean }>('moderation.search_hidden')
