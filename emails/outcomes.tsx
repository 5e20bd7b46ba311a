import { Action, Layout, Paragraph, Small } from './layout.tsx'
import { formatterOf, type EmailProps } from './texts.ts'

/** Informs a reporter what became of the report, without the reported member (MOD-22, DSA art. 16). */
export function ReportOutcome({ email, texts: { t }, texts }: EmailProps<'reportOutcome'>) {
  const { outcome, reportId: reference, appealUntil, url, locale } = email.props
  const until = formatterOf(locale).dateTime(new Date(appealUntil), { dateStyle: 'long' })
  return (
    <Layout email={email} texts={texts} preview={t('reportOutcome.preview')} title={t('reportOutcome.title')}>
      <Paragraph>{t('reportOutcome.outcome', { outcome, reference })}</Paragraph>
      <Paragraph>{t('reportOutcome.appeal', { until })}</Paragraph>
      <Action href={url}>{t('reportOutcome.button')}</Action>
      <Small>{t('reportOutcome.by')}</Small>
    </Layout>
  )
}

/** Informs who complained what became of it, in the words of the operator who decided (MOD-22). */
export function ComplaintOutcome({ email, texts: { t }, texts }: EmailProps<'complaintOutcome'>) {
  const { outcome, complaintId: reference, reply, url } = email.props
  return (
    <Layout email={email} texts={texts} preview={t('complaintOutcome.preview')} title={t('complaintOutcome.title')}>
      <Paragraph>{t('complaintOutcome.outcome', { outcome, reference })}</Paragraph>
      {linesOf(reply).map((line, index) => (
        <Paragraph key={index}>{line}</Paragraph>
      ))}
      <Paragraph>{t('complaintOutcome.more')}</Paragraph>
      <Action href={url}>{t('complaintOutcome.button')}</Action>
    </Layout>
  )
}

/** Informs who appealed the result (MOD-23, DSA art. 20). */
export function AppealOutcome({ email, texts: { t }, texts }: EmailProps<'appealOutcome'>) {
  const { outcome, url } = email.props
  return (
    <Layout email={email} texts={texts} preview={t('appealOutcome.preview')} title={t('appealOutcome.title')}>
      <Paragraph>{t('appealOutcome.outcome', { outcome })}</Paragraph>
      <Paragraph>{t('appealOutcome.more')}</Paragraph>
      <Action href={url}>{t('appealOutcome.button')}</Action>
    </Layout>
  )
}

/** Informs a member whether the photos are verified now (PRO-36). */
export function VerificationDecision({ email, texts: { t }, texts }: EmailProps<'verificationDecision'>) {
  const { outcome, url } = email.props
  const name = 'verificationDecision'
  return (
    <Layout email={email} texts={texts} preview={t(`${name}.preview`)} title={t(`${name}.title`, { outcome })}>
      <Paragraph>{t(`${name}.outcome`, { outcome })}</Paragraph>
      <Paragraph>{t(`${name}.erased`)}</Paragraph>
      <Action href={url}>{t(`${name}.button`, { outcome })}</Action>
    </Layout>
  )
}

/** Older decisions have no answer. */
function linesOf(text: string) {
  return text.split('\n').filter((line) => line !== '')
}
