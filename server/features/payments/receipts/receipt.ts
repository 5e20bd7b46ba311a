import { z } from 'zod'
import { mailLocale } from '#server/features/accounts/rules.ts'
import type { Email } from '#contract/emails.ts'
import { OrderId } from '#contract/ids.ts'
import { includedVat, taxName, vatPermille } from '#contract/payments/vat.ts'
import { creditNoteKinds, type CreditNoteKind, type ReceiptKind } from '#contract/payments/receipts.ts'
import type { CountryCode, CurrencyCode } from '#contract/countries.ts'
import { CompanyInfo } from '#contract/settings/schemas.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { paidOrder } from '#server/features/payments/queries.ts'
import {
  creditNoteMail,
  insertReceipt,
  nextNumber,
  orderToBill,
  ownReceipts,
  receiptOf,
  receiptsOfOrder,
  receiptsSentElsewhere,
} from './receipt-queries.ts'
import { receiptNumber } from '#server/features/payments/rules.ts'

/** Issues an order's receipt in the transaction that completes it, and queues its mail (PAY-9, PAY-26). */
export async function sendReceipt(
  context: Pick<AppContext, 'clock' | 'mail' | 'sites'>,
  tx: Tx,
  { userId, orderId }: { userId: number; orderId: string },
) {
  const { id, siteId, country, ...price } = await orderToBill(tx, orderId)
  const { settings, company: seller } = context.sites.byId(siteId)
  const sale = { orderId: id, companyId: settings.company_id, seller, country, vatPermille: vatPermille[country] }
  await issue(context, tx, { kind: 'receipt', ...sale, ...price })
  await context.mail.send(tx, { template: 'receipt', userId, about: { orderId } })
}

/**
 * Issues a credit note in the transaction that records an accepted refund or a charge-back, and queues its
 * mail. It repeats seller and VAT rate of the receipt. Source: PAY-26.
 */
export async function sendCreditNote(
  context: Pick<AppContext, 'clock' | 'mail'>,
  tx: Tx,
  { kind, orderId: id, publicId, userId, amountMinor, refundId }: CreditNote,
) {
  const receipt = await receiptOf(tx, id)
  // A payment that came when the account was gone: nothing was sold.
  if (!receipt) return
  await issue(context, tx, { kind, ...receipt, seller: CompanyInfo.parse(receipt.seller), amountMinor, refundId })
  await sendMail(context.mail, tx, { userId, orderId: publicId, kind, refundId: refundId ?? null })
}

/**
 * Sends the receipts and credit notes of a member again, to the address that was corrected and is confirmed
 * now: the mails went to one that may be a stranger's. Source: ACC-4, PAY-9.
 */
export async function sendReceiptsAgain({ mail }: Pick<AppContext, 'mail'>, tx: Tx, userId: number) {
  for (const receipt of await receiptsSentElsewhere(tx, userId)) await sendMail(mail, tx, { userId, ...receipt })
}

/**
 * Sends the receipt and the credit notes of an order again, in the transaction of the caller.
 * @throws AppError `payments.order_not_found`: not of this member, or without a receipt
 */
export async function sendReceiptsOfOrder(
  { mail }: Pick<AppContext, 'mail'>,
  tx: Tx,
  { userId, orderId }: { userId: number; orderId: string },
) {
  const receipts = await receiptsOfOrder(tx, { userId, orderId })
  if (receipts.length === 0) throw new AppError('payments.order_not_found')
  for (const receipt of receipts) await sendMail(mail, tx, { userId, orderId, ...receipt })
}

async function sendMail(
  mail: AppContext['mail'],
  tx: Tx,
  { userId, orderId, kind, refundId }: { userId: number; orderId: string; kind: ReceiptKind; refundId: number | null },
) {
  const about = { orderId, kind, ...(refundId !== null && { refundId: String(refundId) }) }
  if (kind === 'receipt') await mail.send(tx, { template: 'receipt', userId, about: { orderId } })
  else await mail.send(tx, { template: 'creditNote', userId, about })
}

interface CreditNote {
  kind: CreditNoteKind
  /** What it is about; none for a chargeback. */
  refundId?: number
  orderId: number
  publicId: string
  userId: number
  amountMinor: number
}

interface Issue {
  kind: ReceiptKind
  refundId?: number | undefined
  orderId: number
  companyId: number
  seller: CompanyInfo
  amountMinor: number
  vatPermille: number
  currency: CurrencyCode
  country: CountryCode
}

/** The number is taken last, because all payments of a company wait for it. */
async function issue({ clock }: Pick<AppContext, 'clock'>, tx: Tx, receipt: Issue) {
  const { kind, companyId, amountMinor, vatPermille: permille } = receipt
  const issuedAt = clock.now()
  const year = issuedAt.getUTCFullYear()
  const vatMinor = includedVat({ amountMinor, permille })
  const number = await nextNumber(tx, { companyId, kind, year })
  await insertReceipt(tx, { ...receipt, id: newId(clock), year, number, vatMinor, issuedAt })
}

/** Builds the mail with a receipt when it is sent. Returns null when the buyer's account is gone. */
export async function buildReceipt(
  { config, db, sites }: Pick<AppContext, 'config' | 'db' | 'sites'>,
  { userId, about }: EmailRequest,
): Promise<Email | null> {
  const orderId = OrderId.parse(about['orderId'])
  const order = await paidOrder(db, { userId, orderId })
  const [receipt] = await ownReceipts(db, { userId, orderId, kind: 'receipt' })
  if (!order?.completedAt || !receipt) return null
  return {
    template: 'receipt',
    ...mailEnvelope({ config, sites }, order),
    props: {
      name: order.name,
      number: receiptNumber(receipt),
      orderId: order.publicId,
      credits: order.credits,
      hasPremium: order.premiumSince !== null,
      amountMinor: receipt.amountMinor,
      vatMinor: receipt.vatMinor,
      currency: receipt.currency,
      vatPercent: receipt.vatPermille / 10,
      tax: taxName(order.country),
      locale: mailLocale(order),
      paidAt: order.completedAt.toISOString(),
      refundDays: sites.byId(order.siteId).settings.refund_days,
    },
  }
}

const CreditNoteAbout = z.object({
  orderId: OrderId,
  // Mails that were queued before there was a choice have none.
  kind: z.enum(creditNoteKinds).default('credit_note'),
  // None: of a chargeback, or queued before an order could have several refunds.
  refundId: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
})

/** Builds the mail with a credit note when it is sent. Returns null when the buyer's account is gone. */
export async function buildCreditNote(
  { config, db, sites }: Pick<AppContext, 'config' | 'db' | 'sites'>,
  { userId, about }: EmailRequest,
): Promise<Email | null> {
  const { orderId: asked, kind, refundId } = CreditNoteAbout.parse(about)
  const note = await creditNoteMail(db, { userId, orderId: asked, kind, refundId })
  if (!note) return null
  const { name, orderId, amountMinor, vatMinor, currency, issuedAt } = note
  return {
    template: 'creditNote',
    ...mailEnvelope({ config, sites }, note),
    props: {
      kind,
      name,
      number: receiptNumber(note),
      orderId,
      amountMinor,
      vatMinor,
      currency,
      vatPercent: note.vatPermille / 10,
      tax: taxName(note.country),
      locale: mailLocale(note),
      issuedAt: issuedAt.toISOString(),
    },
  }
}
