import { COMPLAINTS_PER_DAY } from '#contract/limits.ts'
import type { ComplaintForm } from '#contract/pages/schemas.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { complaintSent } from './events.ts'
import { NO_ACCOUNT } from '#server/platform/mail/mail.ts'
import * as queries from './queries.ts'

/**
 * Stores a complaint for the operator and queues its receipt. The same form again returns the first receipt
 * and changes nothing.
 * @throws AppError `pages.complaint_limit`
 * Source: MOD-7.
 */
export async function sendComplaint(
  { transaction, clock, mail }: Pick<AppContext, 'transaction' | 'clock' | 'mail'>,
  { siteId, form }: { siteId: number; form: ComplaintForm },
) {
  const { clientId, text: body, topic, name, language } = form
  // The limit counts an address however it is written.
  const email = form.email.toLowerCase()
  return transaction(async (tx) => {
    await queries.lockComplainant(tx, email)
    const earlier = await queries.findByClientId(tx, { clientId, email })
    if (earlier) return { id: earlier.publicId, createdAt: earlier.createdAt.toISOString() }
    const now = clock.now()
    const since = new Date(now.getTime() - DAY)
    if ((await queries.countComplaintsSince(tx, { email, since })) >= COMPLAINTS_PER_DAY) {
      throw new AppError('pages.complaint_limit')
    }
    const publicId = newPublicId()
    const userId = await queries.findAccountOf(tx, email)
    const sent = { clientId, siteId, topic, name, email, body, language }
    const complaint = { ...sent, id: newId(), publicId, userId, createdAt: now }
    if (!(await queries.insertComplaint(tx, complaint))) throw new AppError('request.invalid')
    // The mail of an account is deleted with it.
    const about = { complaintId: publicId }
    await mail.send(tx, { template: 'complaintReceipt', userId: userId ?? NO_ACCOUNT, about })
    await emit(tx, complaintSent, { complaintId: publicId, siteId, userId, topic })
    return { id: publicId, createdAt: now.toISOString() }
  })
}

/** Finds a complaint for a mail to its address; null once the address is erased. */
export async function findComplaint({ db }: Pick<AppContext, 'db'>, publicId: string) {
  return queries.findComplaint(db, publicId)
}

/** Marks a complaint as dealt with, in the transaction of the decision. */
export async function closeComplaint(tx: Tx, publicId: string) {
  await tx.updateTable('complaints').set({ status: 'closed' }).where('publicId', '=', publicId).execute()
}
