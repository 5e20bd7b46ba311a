import { Action, Layout, Paragraph } from './layout.tsx'
import type { EmailProps } from './texts.ts'

/** Warns a member who wrote with someone who was banned for fraud (MOD-26). */
export function FraudWarning({ email, texts: { t }, texts }: EmailProps<'fraudWarning'>) {
  const { memberName, url } = email.props
  return (
    <Layout email={email} texts={texts} preview={t('fraudWarning.preview')} title={t('fraudWarning.title')}>
      <Paragraph>{t('fraudWarning.body', { memberName })}</Paragraph>
      <Paragraph>{t('fraudWarning.care')}</Paragraph>
      <Action href={url}>{t('fraudWarning.button')}</Action>
    </Layout>
  )
}
