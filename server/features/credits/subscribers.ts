import { accountConfirmed, accountCreated, accountErased } from '#server/features/accounts/events.ts'
import type { AppContext } from '#server/context.ts'
import { keyedHash } from '#server/platform/encryption.ts'
import { creditsChanged } from './events.ts'
import { countErasedUses } from './offer-queries.ts'
import { deleteBalance, emailOf, insertBalance, recordSignupGrant } from './queries.ts'
import { mailboxOf } from './rules.ts'
import { grant } from './service.ts'

export function creditsSubscribers({ config, events, clock, realtime, sites }: AppContext) {
  events.within(accountCreated, (tx, { userId }) => insertBalance(tx, userId))

  events.within(accountConfirmed, async (tx, { userId, siteId }) => {
    const { signup_credits: amount } = sites.byId(siteId).settings
    if (amount === 0) return
    const mailbox = keyedHash(config, { purpose: 'signup credits', text: mailboxOf(await emailOf(tx, userId)) })
    if (!(await recordSignupGrant(tx, { userId, mailbox }))) return
    await grant({ tx, clock }, { userId, kind: 'signup', ref: 'confirmed', amount })
  })

  // The ledger stays, as bookkeeping law requires. It contains no personal data.
  events.within(accountErased, (tx, { userId }) => deleteBalance(tx, userId))
  events.within(accountErased, (tx, { userId }) => countErasedUses(tx, userId))

  events.after(creditsChanged, ({ userId, credits, isPremium }) => {
    realtime.send(userId, { type: 'credits.changed', credits, isPremium })
  })
}
