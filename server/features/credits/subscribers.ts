import { accountConfirmed, accountCreated, accountErased } from '#server/features/accounts/events.ts'
import type { AppContext } from '#server/context.ts'
import { creditsChanged } from './events.ts'
import { countErasedUses } from './offer-queries.ts'
import { deleteBalance, insertBalance } from './queries.ts'
import { grantSignupCredits } from './signup-credits.ts'

export function creditsSubscribers(context: AppContext) {
  const { events, realtime } = context
  events.within(accountCreated, (tx, { userId }) => insertBalance(tx, userId))

  events.within(accountConfirmed, (tx, account) => grantSignupCredits(context, tx, account))

  // The ledger stays, as bookkeeping law requires. It contains no personal data.
  events.within(accountErased, (tx, { userId }) => deleteBalance(tx, userId))
  events.within(accountErased, (tx, { userId }) => countErasedUses(tx, userId))

  events.after(creditsChanged, ({ userId, credits, isPremium }) => {
    realtime.send(userId, { type: 'credits.changed', credits, isPremium })
  })
}
