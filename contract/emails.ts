import { z } from 'zod'
import { CaseReference, ComplaintId, OrderId, ReportId } from './ids.ts'
import { languages } from './languages.ts'
import { measures, violations } from './moderation/cases.ts'
import { selfieRejections } from './profiles/verification.ts'
import { photoRejections } from './profiles/photo-rejections.ts'
import { creditNoteKinds } from './payments/receipts.ts'
import { noticeKinds } from './notifications/notice-kinds.ts'
import { Currency } from './settings/schemas.ts'
import { TaxName } from './payments/vat.ts'

/** Locale of dates and amounts (SHELL-4). */
const FormatLocale = z.string()

/** A mail about the security of an account: what happened, when, and from which device. */
const securityNotice = z.object({
  name: z.string(),
  at: z.iso.datetime(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Where the member can end it: the settings or, after a change of the password, the reset. */
  url: z.url(),
  locale: FormatLocale,
})

/** All mails, each with the variables of its text. */
export const emailProps = {
  /** Asks a new member to confirm the address, and says how many messages come with it (CRED-3). */
  activation: z.object({ name: z.string(), url: z.url(), freeMessages: z.int().nonnegative() }),
  /** The log-in is locked for unknown devices, and why: after a wrong code someone has the password. */
  loginLock: z.object({
    name: z.string(),
    wrong: z.enum(['password', 'code']),
    minutes: z.int(),
    url: z.url(),
    resetUrl: z.url(),
  }),
  /** Has the link to choose another password. */
  passwordReset: z.object({ name: z.string(), hours: z.int(), url: z.url() }),
  /** Reports that the password was changed by such a link. `url`: to request another one. */
  resetDone: z.object({ name: z.string(), url: z.url() }),
  /** Asks the new address to confirm a change. Without a name: the owner of the address may be a stranger. */
  mailChange: z.object({ hours: z.int(), url: z.url() }),
  /** Reports the change to the old address, with the link that undoes it. */
  mailChangeNotice: z.object({ name: z.string(), newEmail: z.string(), days: z.int(), url: z.url() }),
  /** Informs the owner of an address that someone entered it, on a site that hides accounts. */
  addressTaken: z.object({ name: z.string(), loginUrl: z.url(), resetUrl: z.url() }),
  /** Reports that an account is hidden because it is not used, and deleted if it is not used until a date. */
  dormant: z.object({ name: z.string(), url: z.url(), until: z.iso.datetime(), locale: FormatLocale }),
  /** Confirms the deletion of an account, with the link that undoes it until a date. `isDormant`: unused. */
  deletion: z.object({
    name: z.string(),
    url: z.url(),
    until: z.iso.datetime(),
    isDormant: z.boolean(),
    locale: FormatLocale,
  }),
  /** Confirms that a deleted account is back. */
  restored: z.object({ name: z.string(), url: z.url() }),
  /** Reports that the export of the member's data can be downloaded until a date. */
  exportReady: z.object({ name: z.string(), url: z.url(), until: z.iso.datetime(), locale: FormatLocale }),
  /** Reports a log-in from a device that is not known. */
  newDevice: securityNotice,
  passwordChanged: securityNotice,
  secondFactorOn: securityNotice,
  secondFactorOff: securityNotice,
  passkeyAdded: securityNotice,
  /** Confirms that a report was received. Names neither the reported member nor the text. */
  reportReceipt: z.object({ name: z.string(), reportId: ReportId, reportedAt: z.iso.datetime() }),
  /** Confirms that a complaint was received. Repeats nothing of it, because anyone can enter any address. */
  complaintReceipt: z.object({ complaintId: ComplaintId, sentAt: z.iso.datetime() }),
  /** Informs a member of a decision and its reasons (DSA art. 17). `url`: where to appeal. */
  decisionStatement: z.object({
    name: z.string(),
    measure: z.enum(measures),
    violation: z.enum(violations),
    /** Of a photo that review rejected. */
    rejection: z.enum(photoRejections).nullable(),
    legalGround: z.string().nullable(),
    content: z.enum(['photo', 'message', 'profile_text', 'behaviour']),
    until: z.iso.datetime().nullable(),
    source: z.enum(['notice', 'own', 'automated']),
    appealUntil: z.iso.datetime(),
    locale: FormatLocale,
    url: z.url(),
  }),
  /** Informs a reporter of the outcome, without the reported member. */
  reportOutcome: z.object({
    name: z.string(),
    reportId: ReportId,
    outcome: z.enum(['action', 'no_action']),
    appealUntil: z.iso.datetime(),
    locale: FormatLocale,
    url: z.url(),
  }),
  /** Informs the complainant of the outcome, with the operator's answer. */
  complaintOutcome: z.object({
    complaintId: ComplaintId,
    outcome: z.enum(['action', 'no_action']),
    reply: z.string(),
    url: z.url(),
  }),
  /** Confirms that a request to remove an image was received; decided within `hours`. */
  removalReceipt: z.object({ complaintId: ComplaintId, hours: z.int(), url: z.url() }),
  /** Informs who asked for the removal of an image of the outcome. */
  removalOutcome: z.object({ complaintId: ComplaintId, outcome: z.enum(['action', 'no_action']), url: z.url() }),
  /** Informs the appellant of the outcome. */
  appealOutcome: z.object({
    name: z.string(),
    reference: CaseReference,
    outcome: z.enum(['upheld', 'changed']),
    url: z.url(),
  }),
  /** Informs a member what became of the selfie. `url`: where to try again. */
  verificationDecision: z.object({
    name: z.string(),
    outcome: z.enum(['approved', ...selfieRejections]),
    url: z.url(),
  }),
  /** Informs a member that review rejected photos, and why. `url`: where the photos are. */
  photosRejected: z.object({
    name: z.string(),
    count: z.int().positive(),
    reasons: z.array(z.enum(photoRejections)).min(1),
    appeal: z.object({ url: z.url(), until: z.iso.datetime(), locale: FormatLocale }).nullable(),
    url: z.url(),
  }),
  /** Warns a member who wrote with someone who was banned for fraud. */
  fraudWarning: z.object({ name: z.string(), memberName: z.string(), url: z.url() }),
  /** Confirms a completed payment. Amounts are in minor units and include VAT. */
  receipt: z.object({
    name: z.string(),
    /** From the series of receipts. */
    number: z.string(),
    orderId: OrderId,
    credits: z.int(),
    /** False where premium waits for the first spent credit, or has ended since (CRED-4). */
    hasPremium: z.boolean(),
    amountMinor: z.int(),
    vatMinor: z.int(),
    currency: Currency,
    vatPercent: z.number(),
    tax: TaxName,
    locale: FormatLocale,
    paidAt: z.iso.datetime(),
    /** Days in which unspent credits can be returned. */
    refundDays: z.int(),
  }),
  /** Confirms that a member has withdrawn from a purchase: what, when, and the money that goes back. */
  withdrawal: z.object({
    name: z.string(),
    orderId: OrderId,
    credits: z.int(),
    amountMinor: z.int(),
    currency: Currency,
    locale: FormatLocale,
    withdrawnAt: z.iso.datetime(),
  }),
  /** Reports that money of a purchase has gone back, with the number of the credit note. */
  creditNote: z.object({
    kind: z.enum(creditNoteKinds),
    name: z.string(),
    number: z.string(),
    orderId: OrderId,
    amountMinor: z.int(),
    vatMinor: z.int(),
    currency: Currency,
    vatPercent: z.number(),
    tax: TaxName,
    locale: FormatLocale,
    issuedAt: z.iso.datetime(),
  }),
  /** Confirms a direct debit: the mandate, and what is collected when. */
  debitNotice: z.object({
    name: z.string(),
    orderId: OrderId,
    reference: z.string(),
    /** Name, address and creditor identifier of who collects. */
    creditor: z.string(),
    creditorId: z.string(),
    holder: z.string(),
    /** Without the digits in the middle. */
    iban: z.string(),
    address: z.string(),
    amountMinor: z.int(),
    currency: Currency,
    locale: FormatLocale,
    signedAt: z.iso.datetime(),
    /** The earliest day of the collection. */
    collectedFrom: z.iso.date(),
  }),
  /** Reports that an announced direct debit was not collected, and that its order has ended. */
  debitFailed: z.object({
    name: z.string(),
    orderId: OrderId,
    reference: z.string(),
    /** Without the digits in the middle. */
    iban: z.string(),
    amountMinor: z.int(),
    currency: Currency,
    locale: FormatLocale,
  }),
}

/** What every mail has that a member can switch off: where it leads, and where to switch it off. */
const optional = { name: z.string(), url: z.url(), preferencesUrl: z.url() }

/** Mails that a member can switch off (NOTE-9). What others wrote is there only by choice. */
export const noticeProps = {
  /** What others did, of one switch. `more`: people who are not in the list. */
  notice: z.object({
    ...optional,
    kind: z.enum(['new_conversations', 'new_messages', 'like']),
    items: z
      .array(z.object({ kind: z.enum(noticeKinds), name: z.string().nullable(), preview: z.string().nullable() }))
      .min(1),
    more: z.int().nonnegative(),
  }),
  unreadReminder: z.object({ ...optional, unread: z.int().positive() }),
  /** The counts of the pages. Without details, likes and visits are one number. */
  weeklyUpdate: z.object({
    ...optional,
    unread: z.int().nonnegative(),
    likes: z.int().nonnegative(),
    visits: z.int().nonnegative(),
    isDetailed: z.boolean(),
  }),
  reminder: z.object({ ...optional, about: z.enum(['signup', 'credits']), credits: z.int().nonnegative() }),
  /** A text of the operator. */
  news: z.object({
    ...optional,
    kind: z.enum(['news', 'promotions']),
    title: z.string(),
    paragraphs: z.array(z.string()).min(1),
  }),
}

export type EmailTemplate = keyof typeof emailProps
export type NoticeTemplate = keyof typeof noticeProps
/** Templates of mails about the security of an account. */
export type SecurityNotice = 'newDevice' | 'passwordChanged' | 'secondFactorOn' | 'secondFactorOff' | 'passkeyAdded'

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

const props = { ...emailProps, ...noticeProps }
type Template = keyof typeof props
type Variants = {
  [Name in Template]: z.ZodObject<{ template: z.ZodLiteral<Name>; props: (typeof props)[Name] } & typeof common>
}
// `Object.entries` loses which template has which props.
const variants = Object.entries(props).map(([template, schema]) =>
  z.object({ template: z.literal(template), props: schema, ...common }),
) as unknown as [Variants[Template]]

/** A mail before it is rendered: one of the templates with its variables. */
export const Email = z.discriminatedUnion('template', variants)
export type Email = z.output<typeof Email>
