import { createHash } from 'node:crypto'
import { BOUNCE_LIMIT, BOUNCE_POINTS, MAIL_REPORT_MAX_AGE_MS } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { rejectNewAddress } from '#server/features/accounts/email/mail-change.ts'
import { removeStopReason, stopMails } from '#server/features/accounts/notifications/notifications.ts'
import { emailKey } from '#server/features/accounts/rules.ts'
import { addressHash } from '#server/features/notifications/mails/addresses.ts'
import { findAddress } from '#server/features/notifications/mails/mail-queries.ts'
import { bouncesNow } from '#server/features/notifications/rules.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import * as queries from './report-queries.ts'

type Deps = Pick<AppContext, 'transaction' | 'clock' | 'config' | 'log'>

/** What a mail server or a mail program reported about an address. */
export interface MailReport {
  email: string
  type: 'complaint' | 'permanent' | 'temporary'
}

/** A report of a provider, which may come more than once. */
export interface ReceivedReport extends MailReport {
  /** Names the report at its source. */
  id: string
  at: Date
}

/**
 * Records a report of a provider once (NOTE-14). Older ones than `MAIL_REPORT_MAX_AGE_MS` are ignored: what
 * was handled is remembered that long.
 */
export async function receiveReport(context: Deps, { id, at, ...report }: ReceivedReport) {
  const { transaction, clock, log } = context
  const now = clock.now()
  if (at.getTime() + MAIL_REPORT_MAX_AGE_MS < now.getTime()) return
  await transaction(async (tx) => {
    const hash = createHash('sha256')
      .update(`${id} ${report.type} ${emailKey(report.email)}`)
      .digest()
    if (await queries.insertReport(tx, { id: hash, receivedAt: now })) await record(context, tx, report)
  })
  log.info({ type: report.type }, 'mail report received')
}

/** Counts a mail that the mail server rejected when it was sent. */
export async function recordBounce(context: Deps, report: MailReport) {
  await context.transaction((tx) => record(context, tx, report))
}

/** Counts a report against its address, and stops the mails of its accounts where that is enough. */
async function record({ clock, config }: Deps, tx: Tx, { email, type }: MailReport) {
  const now = clock.now()
  const hash = addressHash(config, email)
  const address = await queries.lockAddress(tx, hash)
  if (type === 'complaint') {
    await queries.saveAddress(tx, hash, { complainedAt: now })
    await stopAll(tx, { email, reason: 'fbl' })
    return
  }
  const bounces = bouncesNow(address, now) + BOUNCE_POINTS[type]
  await queries.saveAddress(tx, hash, { bounces, bouncedAt: now })
  if (bounces < BOUNCE_LIMIT) return
  await stopAll(tx, { email, reason: 'bounce' })
  await rejectNewAddress({ clock }, tx, { email })
}

async function stopAll(tx: Tx, { email, reason }: { email: string; reason: 'fbl' | 'bounce' }) {
  for (const userId of await queries.accountsOf(tx, emailKey(email))) await stopMails(tx, { userId, reason })
}

/**
 * Applies what is known of an address to an account that has it now: a new one, also of a member who was
 * erased, or one whose address was changed. Bounces of an earlier address no longer count.
 */
export async function applyAddress({ clock, config }: Pick<Deps, 'clock' | 'config'>, tx: Tx, userId: number) {
  const email = await queries.findEmail(tx, userId)
  if (email === undefined) return
  const address = await findAddress(tx, addressHash(config, email))
  await removeStopReason(tx, { userId, reason: 'bounce' })
  if (address?.complainedAt) await stopMails(tx, { userId, reason: 'fbl' })
  if (address && bouncesNow(address, clock.now()) >= BOUNCE_LIMIT) await stopMails(tx, { userId, reason: 'bounce' })
}

/** Forgets the bounces of an address whose member says that it works again. */
export async function forgetBounces({ config }: Pick<Deps, 'config'>, tx: Tx, userId: number) {
  const email = await queries.findEmail(tx, userId)
  if (email !== undefined) await queries.saveAddress(tx, addressHash(config, email), { bounces: 0, bouncedAt: null })
}
