import type { EmailTemplate } from '#contract/emails.ts'
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
  const { topic } = form
  return transaction(async (tx) => {
    const stored = await storeComplaint({ clock, mail }, tx, { siteId, form, topic, receipt: 'complaintReceipt' })
    const { publicId: complaintId, userId } = stored
    if (stored.isNew) await emit(tx, complaintSent, { complaintId, siteId, userId, topic })
    return { id: complaintId, createdAt: stored.createdAt.toISOString() }
  })
}

interface NewComplaint {
  siteId: number
  form: Omit<ComplaintForm, 'topic'> & { place?: string }
  topic: string
  receipt: EmailTemplate
}

/**
 * Stores what someone without log-in sends under an address, and queues its receipt, in the transaction of
 * the caller. The same form again returns what is stored.
 * @throws AppError `pages.complaint_limit`, `request.invalid` (the client id of another form)
 */
export async function storeComplaint(
  { clock, mail }: Pick<AppContext, 'clock' | 'mail'>,
  tx: Tx,
  { siteId, form, topic, receipt: template }: NewComplaint,
) {
  const { clientId, text: body, name, language, place = '' } = form
  // The limit counts an address however it is written.
  const email = form.email.toLowerCase()
  await queries.lockComplainant(tx, email)
  const earlier = await queries.findByClientId(tx, { clientId, email })
  if (earlier) return { ...earlier, isNew: false }
  const createdAt = clock.now()
  const since = new Date(createdAt.getTime() - DAY)
  if ((await queries.countComplaintsSince(tx, { email, since })) >= COMPLAINTS_PER_DAY) {
    throw new AppError('pages.complaint_limit')
  }
  const publicId = newPublicId()
  const userId = await queries.findAccountOf(tx, email)
  const sent = { clientId, siteId, topic, name, email, body, place, language }
  const complaint = { ...sent, id: newId(), publicId, userId, createdAt }
  if (!(await queries.insertComplaint(tx, complaint))) throw new AppError('request.invalid')
  // The mail of an account is deleted with it.
  await mail.send(tx, { template, userId: userId ?? NO_ACCOUNT, about: { complaintId: publicId } })
  return { publicId, userId, createdAt, isNew: true }
}

/** Finds a complaint for a mail to its address; null once the address is erased. */
export async function findComplaint({ db }: Pick<AppContext, 'db'>, publicId: string) {
  return queries.findComplaint(db, publicId)
}

/** Marks a complaint as dealt with, in the transaction of the decision. */
export async function closeComplaint(tx: Tx, publicId: string) {
  await tx.updateTable('complaints').set({ status: 'closed' }).where('publicId', '=', publicId).execute()
}
