import type { AppContext } from '#server/context.ts'
import { keyedHash } from '#server/platform/encryption.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { emailOf, hasGrantOfOther, recordSignupGrant } from './queries.ts'
import { mailboxOf } from './rules.ts'
import { grant } from './service.ts'

type Deps = Pick<AppContext, 'config' | 'clock' | 'sites'>
interface NewMember {
  userId: number
  siteId: number
}

/** Grants the free credits of a confirmed address, once per mailbox (CRED-3). */
export async function grantSignupCredits(context: Deps, tx: Tx, { userId, siteId }: NewMember) {
  const { signup_credits: amount } = context.sites.byId(siteId).settings
  if (amount === 0) return
  const mailbox = await mailboxHash(context, tx, userId)
  if (!(await recordSignupGrant(tx, { userId, mailbox }))) return
  await grant({ tx, clock: context.clock }, { userId, kind: 'signup', ref: 'confirmed', amount })
}

/** Returns how many messages a member can pay for with the credits that come with the confirmed address. */
export async function signupMessages(context: Deps, tx: Tx, { userId, siteId }: NewMember) {
  const { signup_credits, message_credits } = context.sites.byId(siteId).settings
  const mailbox = await mailboxHash(context, tx, userId)
  if (await hasGrantOfOther(tx, { userId, mailbox })) return 0
  return Math.floor(signup_credits / message_credits)
}

async function mailboxHash({ config }: Pick<Deps, 'config'>, tx: Tx, userId: number) {
  return keyedHash(config, { purpose: 'signup credits', text: mailboxOf(await emailOf(tx, userId)) })
}
