import { getUser } from '#contract/accounts.ts'
import { apiQuery } from '#web/api/queries.ts'

/** Query of the logged-in member, or null. */
export const userQuery = () => apiQuery(getUser, {})
