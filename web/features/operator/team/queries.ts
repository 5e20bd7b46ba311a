import { listOperators } from '#contract/operator/team/calls.ts'
import { apiQuery } from '#web/api/queries.ts'

const query = apiQuery(listOperators, {})

/** Query of all operators. */
export const operatorsQuery = () => query
