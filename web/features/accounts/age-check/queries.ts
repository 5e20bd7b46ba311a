import { getAgeCheck } from '#contract/accounts/age-check-calls.ts'
import { apiQuery } from '#web/api/queries.ts'

/** Query of whether the viewer's age is confirmed. */
export const ageCheckQuery = () => apiQuery(getAgeCheck, {})
