import { accountErased } from '#server/features/accounts/events.ts'
import { forgetMandate } from '#server/features/payments/orders/collect-debit.ts'
import type { AppContext } from '#server/context.ts'
import { registeredOf } from './queries.ts'

export function debitsSubscribers({ events, jobs, clock }: Pick<AppContext, 'events' | 'jobs' | 'clock'>) {
  // The rows go with the account; what a provider keeps of them is only known before.
  events.within(accountErased, async (tx, { userId }) => {
    for (const mandate of await registeredOf(tx, userId)) await forgetMandate({ jobs, clock }, tx, mandate)
  })
}
