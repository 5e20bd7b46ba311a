import { getDirectDebit } from '#contract/debits.ts'
import { apiQuery } from '#web/api/queries.ts'

export const directDebitQuery = () => apiQuery(getDirectDebit, {})
