import { setTimeout as sleep } from 'node:timers/promises'
import { BOUNCE_LIMIT, NOTICE_MAX_AGE_MS } from '#contract/limits.ts'
import type { SkipReason } from '#contract/notifications/notice-kinds.ts'
import type { AppContext } from '#server/context.ts'
import { DAY, MINUTE, SECOND } from '#contract/time.ts'
import { findRecipients, type Recipient } from '#server/features/notifications/current.ts'
import { MINUTE_RUN_MS } from '#server/platform/jobs/jobs.ts'
import { recordBounce } from '#server/features/notifications/reports/record-report.ts'
import { bouncesNow, mailKindReason, retryAt } from '#server/features/notifications/rules.ts'
import { addressHash, domainOf } from './addresses.ts'
import { buildMail } from './build-mail.ts'
import * as queries from './mail-queries.ts'
import { mailLater } from './settle-mails.ts'
import { messageIdOf } from './signed-ids.ts'

/** Mails that a process sends at a time. */
const LANES = 4
/** Longer than the time-outs of the mail server: then the process that had a mail is gone. */
const SENDING_MS = 15 * MINUTE

type Outcome = 'next' | 'pause'

/**
 * Sends the mails that are due, in the order in which they were queued, on any number of nodes. A mail server
 * that cannot be reached ends the run, and so does its time: the next one goes on.
 */
export async function sendMails(context: AppContext, signal: AbortSignal) {
  const now = context.clock.now()
  const until = now.getTime() + MINUTE_RUN_MS
  const before = new Date(now.getTime() - SENDING_MS)
  const interrupted = await queries.endInterrupted(context.db, { before, at: now })
  if (interrupted > 0) context.log.warn({ interrupted }, 'mails whose sending was interrupted')
  const waitForTurn = paceOf(context.config.mailsPerSecond)
  let isPaused = false
  async function runLane() {
    while (!signal.aborted && !isPaused) {
      await waitForTurn()
      const at = context.clock.now()
      if (at.getTime() >= until) return
      const mail = await queries.claimMail(context.db, { now: at })
      if (!mail) return
      if ((await sendMail(context, mail)) === 'pause') isPaused = true
    }
  }
  await Promise.all(Array.from({ length: LANES }, runLane))
}

/** Returns a function that resolves so many times in a second, at even distances, however many wait. */
function paceOf(perSecond: number) {
  let nextAt = 0
  return async () => {
    const now = performance.now()
    const at = Math.max(now, nextAt)
    nextAt = at + SECOND / perSecond
    if (at > now) await sleep(at - now)
  }
}

/** Sends a mail that this process has claimed, or stores why not: a day may have passed (NOTE-9). */
async function sendMail(context: AppContext, mail: queries.ClaimedMail): Promise<Outcome> {
  const prepared = await prepare(context, mail).catch(async (error: unknown) => {
    // Nothing was sent, so it can be tried again.
    context.log.error({ err: error, mailId: mail.id }, 'mail not built')
    await tryLater(context, mail)
    return null
  })
  if (!prepared) return 'next'
  const { db, clock, log } = context
  const { outgoing, recipient } = prepared
  const delivery = await context.mail.deliver(outgoing)
  const at = clock.now()
  if (delivery.type === 'sent') await queries.endMail(db, { id: mail.id, state: 'sent', reason: null, at })
  if (delivery.type === 'unknown') {
    log.warn({ err: delivery.error, mailId: mail.id }, 'mail without an answer of the mail server')
    await queries.endMail(db, { id: mail.id, state: 'unknown', reason: 'interrupted', at })
  }
  if (delivery.type === 'rejected') {
    await queries.endMail(db, { id: mail.id, state: 'failed', reason: 'rejected', at })
    if (delivery.isAddress) await recordBounce(context, { email: recipient.email, type: 'permanent' })
  }
  if (delivery.type !== 'later') return 'next'
  await tryLater(context, mail)
  return delivery.isAnswered ? 'next' : 'pause'
}

type Prepared = { outgoing: Awaited<ReturnType<AppContext['mail']['render']>>; recipient: Recipient } | null

/** Builds and renders a mail, unless it is not to be sent now: then stores why, and returns null. */
async function prepare(context: AppContext, mail: queries.ClaimedMail): Promise<Prepared> {
  const { db, clock, config } = context
  const now = clock.now()
  const today = new Date(now.getTime() - DAY)
  const recipient = (await findRecipients(db, { userIds: [mail.userId], today })).get(mail.userId)
  const reason = recipient ? await reasonNot(context, mail, recipient) : 'gone'
  const skip = (why: SkipReason) =>
    queries.endMail(db, { id: mail.id, state: why === 'expired' ? 'failed' : 'skipped', reason: why, at: now })
  if (!recipient || reason) {
    await skip(reason ?? 'gone')
    return null
  }
  const later = mailLater(context, recipient, now) ?? (await whenDomainAllows(context, recipient))
  if (later) {
    await queries.requeue(db, { id: mail.id, at: later, isAttempt: false })
    return null
  }
  const built = await buildMail(context, { mail, recipient })
  if ('reason' in built) {
    await skip(built.reason)
    return null
  }
  const { email } = built
  const envelope = {
    id: messageIdOf(config, mail.id),
    userId: mail.userId,
    unsubscribeUrl: email.props.preferencesUrl,
  }
  return { outgoing: await context.mail.render(email, envelope), recipient }
}

async function reasonNot(
  { db, clock, config }: AppContext,
  mail: queries.ClaimedMail,
  recipient: Recipient,
): Promise<SkipReason | null> {
  const now = clock.now()
  if (mail.createdAt.getTime() + NOTICE_MAX_AGE_MS <= now.getTime()) return 'expired'
  const reason = mailKindReason(mail.kind, recipient)
  if (reason) return reason
  const address = await queries.findAddress(db, addressHash(config, recipient.email))
  const isSuppressed = address && (address.complainedAt !== null || bouncesNow(address, now) >= BOUNCE_LIMIT)
  return isSuppressed ? 'suppressed' : null
}

/** Counts a mail to a domain. Returns when the next one may be sent, if this one is too many (NOTE-9). */
async function whenDomainAllows({ db, clock, config, limiters }: AppContext, { email }: Recipient) {
  const domain = domainOf(email)
  const points = config.mailsPerDomainMinute
  const mails = limiters.of({ name: 'mail-domain', table: 'mail_domain_counts', points, durationMs: MINUTE })
  const { consumedPoints, msBeforeNext } = await mails.penalty(domain)
  if (consumedPoints <= points) return null
  const at = new Date(clock.now().getTime() + msBeforeNext)
  await queries.postponeDomain(db, { domain, at })
  return at
}

async function tryLater({ db, clock }: AppContext, { id, attempts }: queries.ClaimedMail) {
  await queries.requeue(db, { id, at: retryAt(clock.now(), attempts), isAttempt: true })
}
