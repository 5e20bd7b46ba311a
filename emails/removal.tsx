import { Action, Layout, Paragraph, Small } from './layout.tsx'
import type { EmailProps } from './texts.ts'

/** Confirms a request to remove an image (MOD-31). Repeats nothing of it: anyone can enter any address. */
export function RemovalReceipt({ email, texts: { t }, texts }: EmailProps<'removalReceipt'>) {
  const { complaintId: reference, hours, url } = email.props
  return (
    <Layout email={email} texts={texts} preview={t('removalReceipt.preview')} title={t('removalReceipt.title')}>
      <Paragraph>{t('removalReceipt.body', { reference, hours })}</Paragraph>
      <Action href={url}>{t('removalReceipt.button')}</Action>
      <Small>{t('removalReceipt.notYou')}</Small>
    </Layout>
  )
}

/** Informs who asked for the removal of an image what became of it. */
export function RemovalOutcome({ email, texts: { t }, texts }: EmailProps<'removalOutcome'>) {
  const { outcome, complaintId: reference, url } = email.props
  return (
    <Layout email={email} texts={texts} preview={t('removalOutcome.preview')} title={t('removalOutcome.title')}>
      <Paragraph>{t('removalOutcome.outcome', { outcome, reference })}</Paragraph>
      <Paragraph>{t('removalOutcome.more')}</Paragraph>
      <Action href={url}>{t('removalOutcome.button')}</Action>
    </Layout>
  )
}
