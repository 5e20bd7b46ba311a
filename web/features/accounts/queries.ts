import { getUser } from '#contract/accounts/calls.ts'
import { apiQuery } from '#web/api/queries.ts'

const query = apiQuery(getUser, {})

/** Query of the logged-in member, or null. Always the same object: many components of every page read it. */
export const userQuery = () => query
