import { Action, Divider, Layout, Paragraph, PlainLink, Small } from './layout.tsx'
import type { EmailProps } from './texts.ts'

/** Informs the owner of an address that someone entered it, where replies hide accounts (ACC-25). */
export function AddressTaken({ email, texts }: EmailProps<'addressTaken'>) {
  const { t } = texts
  const { loginUrl, resetUrl } = email.props
  return (
    <Layout
      email={email}
      texts={texts}
      preview={t('addressTaken.preview', { site: email.site.name })}
      title={t('addressTaken.title')}
    >
      <Paragraph>{t('addressTaken.body', { site: email.site.name })}</Paragraph>
      <Paragraph>{t('addressTaken.login')}</Paragraph>
      <Action href={loginUrl}>{t('addressTaken.button')}</Action>
      <PlainLink href={resetUrl} label={t('addressTaken.reset')} texts={texts} />
      <Divider />
      <Small>{t('addressTaken.ignore')}</Small>
    </Layout>
  )
}
