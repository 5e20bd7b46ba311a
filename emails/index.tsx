import { plainTextSelectors } from '@react-email/render'
import { compile } from 'html-to-text'
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

async function renderEmail(input: unknown) {
  const email = Email.parse(input)
  const texts = await textsOf(email.language)
  // Without the stream of the library's own function, which costs as much again: a mail waits for nothing.
  const html = DOCTYPE + renderToStaticMarkup(bodyOf(email, texts))
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

function bodyOf(email: Email, texts: Texts) {
  switch (email.template) {
    case 'activation':
      return <Activation email={email} texts={texts} />
    case 'loginLock':
      return <LoginLock email={email} texts={texts} />
    case 'deletion':
      return <Deletion email={email} texts={texts} />
    case 'restored':
      return <Restored email={email} texts={texts} />
    case 'exportReady':
      return <ExportReady email={email} texts={texts} />
    case 'passwordReset':
      return <PasswordReset email={email} texts={texts} />
    case 'resetDone':
      return <ResetDone email={email} texts={texts} />
    case 'mailChange':
      return <MailChange email={email} texts={texts} />
    case 'mailChangeNotice':
      return <MailChangeNotice email={email} texts={texts} />
    case 'addressTaken':
      return <AddressTaken email={email} texts={texts} />
    case 'newDevice':
    case 'passwordChanged':
    case 'secondFactorOn':
    case 'secondFactorOff':
    case 'passkeyAdded':
      return <SecurityNotice email={email} texts={texts} />
    case 'reportReceipt':
      return <ReportReceipt email={email} texts={texts} />
    case 'complaintReceipt':
      return <ComplaintReceipt email={email} texts={texts} />
    case 'decisionStatement':
      return <DecisionStatement email={email} texts={texts} />
    case 'reportOutcome':
      return <ReportOutcome email={email} texts={texts} />
    case 'complaintOutcome':
      return <ComplaintOutcome email={email} texts={texts} />
    case 'verificationDecision':
      return <VerificationDecision email={email} texts={texts} />
    case 'photosRejected':
      return <PhotosRejected email={email} texts={texts} />
    case 'removalReceipt':
      return <RemovalReceipt email={email} texts={texts} />
    case 'removalOutcome':
      return <RemovalOutcome email={email} texts={texts} />
    case 'appealOutcome':
      return <AppealOutcome email={email} texts={texts} />
    case 'fraudWarning':
      return <FraudWarning email={email} texts={texts} />
    case 'receipt':
      return <Receipt email={email} texts={texts} />
    case 'creditNote':
      return <CreditNote email={email} texts={texts} />
    case 'debitNotice':
      return <DebitNotice email={email} texts={texts} />
    case 'debitFailed':
      return <DebitFailed email={email} texts={texts} />
    case 'withdrawal':
      return <Withdrawal email={email} texts={texts} />
    case 'notice':
      return <Notice email={email} texts={texts} />
    case 'unreadReminder':
      return <UnreadReminder email={email} texts={texts} />
    case 'weeklyUpdate':
      return <WeeklyUpdate email={email} texts={texts} />
    case 'reminder':
      return <Reminder email={email} texts={texts} />
    case 'news':
      return <News email={email} texts={texts} />
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
