import { z } from 'zod'
import { OrderId } from './ids.ts'
import { languages } from './languages.ts'
import { Currency } from './settings.ts'

/** The mails there are, each with what its words need. */
export const emailProps = {
  /** Confirms that the address is the member's. */
  activation: z.object({ name: z.string(), url: z.url() }),
  /** After a completed payment. Amounts are in minor units and include VAT. */
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

/** The site in whose name a mail is sent, as it was when the mail was asked for. */
export const EmailSite = z.object({
  /** Name of the sender. */
  name: z.string(),
  /** Where the site is, without a slash at the end. */
  url: z.url(),
  supportEmail: z.string(),
  /** Who is behind it, in one line: company, address, registration numbers. */
  company: z.string(),
})
export type EmailSite = z.output<typeof EmailSite>

const common = { to: z.email(), language: z.enum(languages), site: EmailSite }

/** A mail before it is worded. */
export const Email = z.discriminatedUnion('template', [
  z.object({ template: z.literal('activation'), props: emailProps.activation, ...common }),
  z.object({ template: z.literal('receipt'), props: emailProps.receipt, ...common }),
])
export type Email = z.output<typeof Email>
