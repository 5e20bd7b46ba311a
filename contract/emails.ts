import { z } from 'zod'
import { OrderId } from './ids.ts'
import { languages } from './languages.ts'
import { Currency } from './settings.ts'

/** All mails, each with the variables of its text. */
export const emailProps = {
  /** Asks a new member to confirm the address. */
  activation: z.object({ name: z.string(), url: z.url() }),
  /** Reports that the log-in is locked for unknown devices. */
  loginLock: z.object({ name: z.string(), minutes: z.int(), url: z.url() }),
  /** Confirms a completed payment. Amounts are in minor units and include VAT. */
  receipt: z.object({
    name: z.string(),
    orderId: OrderId,
    credits: z.int(),
    amountMinor: z.int(),
    currency: Currency,
    vatPercent: z.number(),
    paidAt: z.iso.datetime(),
    /** Days in which unspent credits can be returned. */
    refundDays: z.int(),
  }),
}

export type EmailTemplate = keyof typeof emailProps

/** The site that sends a mail, as it is when the mail is built. */
export const EmailSite = z.object({
  /** Name of the sender. */
  name: z.string(),
  /** Without a trailing slash. */
  url: z.url(),
  supportEmail: z.string(),
  /** Company, address and registration numbers in one line. */
  company: z.string(),
})
export type EmailSite = z.output<typeof EmailSite>

const common = { to: z.email(), language: z.enum(languages), site: EmailSite }

/** A mail before it is rendered. */
export const Email = z.discriminatedUnion('template', [
  z.object({ template: z.literal('activation'), props: emailProps.activation, ...common }),
  z.object({ template: z.literal('loginLock'), props: emailProps.loginLock, ...common }),
  z.object({ template: z.literal('receipt'), props: emailProps.receipt, ...common }),
])
export type Email = z.output<typeof Email>
