import { getDecision, listDecisions } from '#contract/moderation/decision-calls.ts'
import { apiQuery } from '#web/api/queries.ts'

/** What a reference stands for. */
export const decisionQuery = (reference: string) => apiQuery(getDecision, { params: { reference } })

/** The measures against the member. */
export const decisionsQuery = () => apiQuery(listDecisions, {})
