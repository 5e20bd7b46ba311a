import { plainTextSelectors } from '@react-email/render'
import { compile } from 'html-to-text'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Email } from '#contract/emails.ts'
import type { EmailRenderer } from '#contract/email-renderer.ts'
import { Activation } from './activation.tsx'
import { ComplaintReceipt } from './complaint-receipt.tsx'
import { CreditNote } from './credit-note.tsx'
import { DebitFailed } from './debit-failed.tsx'
import { DebitNotice } from './debit-notice.tsx'
import { DecisionStatement } from './decision-statement.tsx'
import { Deletion } from './deletion.tsx'
import { Dormant } from './dormant.tsx'
import { FraudWarning } from './fraud-warning.tsx'
import { ExportReady } from './export-ready.tsx'
import { AddressTaken } from './address-taken.tsx'
import { LoginLock } from './login-lock.tsx'
import { renderMailbox } from './mailbox.tsx'
import { MailChange, MailChangeNotice } from './mail-change.tsx'
import { AppealOutcome, ComplaintOutcome, ReportOutcome, VerificationDecision } from './outcomes.tsx'
import { News, Notice, noticeSubject, Reminder, UnreadReminder, WeeklyUpdate } from './notices.tsx'
import { PhotosRejected } from './photos-rejected.tsx'
import { PasswordReset } from './password-reset.tsx'
import { Receipt } from './receipt.tsx'
import { RemovalOutcome, RemovalReceipt } from './removal.tsx'
import { Restored } from './restored.tsx'
import { ResetDone } from './reset-done.tsx'
import { SecurityNotice } from './security-notice.tsx'
import { ReportReceipt } from './report-receipt.tsx'
import { Withdrawal } from './withdrawal.tsx'
import { textsOf, type Texts } from './texts.ts'

/** As the library writes it: mail programs choose their rules of layout by it. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

const templates: {
  // Spelled out instead of `EmailProps<Name>`, as which a component for several templates would not be
  // accepted.
  [Name in Email['template']]: (props: { email: Extract<Email, { template: Name }>; texts: Texts }) => ReactElement
} = {
  activation: Activation,
  loginLock: LoginLock,
  deletion: Deletion,
  dormant: Dormant,
  restored: Restored,
  exportReady: ExportReady,
  passwordReset: PasswordReset,
  resetDone: ResetDone,
  mailChange: MailChange,
  mailChangeNotice: MailChangeNotice,
  addressTaken: AddressTaken,
  newDevice: SecurityNotice,
  passwordChanged: SecurityNotice,
  secondFactorOn: SecurityNotice,
  secondFactorOff: SecurityNotice,
  passkeyAdded: SecurityNotice,
  reportReceipt: ReportReceipt,
  complaintReceipt: ComplaintReceipt,
  decisionStatement: DecisionStatement,
  reportOutcome: ReportOutcome,
  complaintOutcome: ComplaintOutcome,
  verificationDecision: VerificationDecision,
  photosRejected: PhotosRejected,
  removalReceipt: RemovalReceipt,
  removalOutcome: RemovalOutcome,
  appealOutcome: AppealOutcome,
  fraudWarning: FraudWarning,
  receipt: Receipt,
  creditNote: CreditNote,
  debitNotice: DebitNotice,
  debitFailed: DebitFailed,
  withdrawal: Withdrawal,
  notice: Notice,
  unreadReminder: UnreadReminder,
  weeklyUpdate: WeeklyUpdate,
  reminder: Reminder,
  news: News,
}

async function renderEmail(input: unknown) {
  const email = Email.parse(input)
  const texts = await textsOf(email.language)
  // The table relates each template with its props, which the compiler does not see of a union.
  const Template = templates[email.template] as (props: { email: Email; texts: Texts }) => ReactElement
  // Without the stream of the library's own function, which costs as much again: a mail waits for nothing.
  const html = DOCTYPE + renderToStaticMarkup(<Template email={email} texts={texts} />)
  return { subject: subjectOf(email, texts), html, text: toPlainText(html) }
}

/** Of a mail that can be switched off it depends on what it is about. */
function subjectOf(email: Email, texts: Texts) {
  switch (email.template) {
    case 'notice':
    case 'unreadReminder':
    case 'weeklyUpdate':
    case 'reminder':
    case 'news':
      return noticeSubject(email, texts)
    default:
      return texts.t(`${email.template}.subject`, { site: email.site.name })
  }
}

/** Writes a table row with two columns as `Total: €29.99` in the plain text. */
const inlineTableCells = [
  { selector: 'td.name', format: 'inline' },
  { selector: 'td.value', format: 'inlineSurround', options: { prefix: ': ' } },
]

/** Compiled once: the library's own function does it for each mail, at four times the cost. */
const toPlainText = compile({ wordwrap: false, selectors: [...plainTextSelectors, ...inlineTableCells] })

export const build: EmailRenderer = { renderEmail, renderMailbox }
