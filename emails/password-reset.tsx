import { Action, Divider, Layout, Paragraph, PlainLink, Small } from './layout.tsx'
import type { EmailProps } from './texts.ts'

/** Has the link to choose another password (ACC-12). */
export function PasswordReset({ email, texts }: EmailProps<'passwordReset'>) {
  const { t } = texts
  const { hours, url } = email.props
  return (
    <Layout email={email} texts={texts} preview={t('passwordReset.preview')} title={t('passwordReset.title')}>
      <Paragraph>{t('passwordReset.body', { hours })}</Paragraph>
      <Action href={url}>{t('passwordReset.button')}</Action>
      <PlainLink href={url} texts={texts} />
      <Divider />
      <Small>{t('passwordReset.ignore')}</Small>
    </Layout>
  )
}
