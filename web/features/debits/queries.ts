import { getDirectDebit } from '#contract/debits/calls.ts'
import { apiQuery } from '#web/api/queries.ts'

export const directDebitQuery = () => apiQuery(getDirectDebit, {})
