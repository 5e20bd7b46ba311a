import { getSecurity } from '#contract/accounts/security-calls.ts'
import { apiQuery } from '#web/api/queries.ts'

/** Query of the sessions, the passkeys and the second factor of the member. */
export const securityQuery = () => apiQuery(getSecurity, {})
