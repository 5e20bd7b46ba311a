import { getVerification } from '#contract/profiles/verification-calls.ts'
import { apiQuery } from '#web/api/queries.ts'

/** Query of whether the viewer's photos are verified. */
export const verificationQuery = () => apiQuery(getVerification, {})
