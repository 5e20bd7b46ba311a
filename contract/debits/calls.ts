import { endpoint } from '#contract/endpoint.ts'
import type * as schemas from './schemas.ts'

export const getDirectDebit = endpoint<typeof schemas.getDirectDebit>('GET', '/api/direct-debit', 'member')
export const sendDebitCode = endpoint<typeof schemas.sendDebitCode>('POST', '/api/direct-debit/code', 'member')
export const payByDebit = endpoint<typeof schemas.payByDebit>('POST', '/api/direct-debit', 'member')
