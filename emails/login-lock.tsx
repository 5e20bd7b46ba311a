import { Action, Divider, Layout, Paragraph, PlainLink, Small } from './layout.tsx'
import type { EmailProps } from './texts.ts'

/** Reports that the log-in is locked for unknown devices, and what the member can do (ACC-15). */
export function LoginLock({ email, texts }: EmailProps<'loginLock'>) {
  const { t } = texts
  const { wrong, minutes, url, resetUrl } = email.props
  return (
    <Layout email={email} texts={texts} preview={t('loginLock.preview')} title={t(`loginLock.${wrong}.title`)}>
      <Paragraph>{t(`loginLock.${wrong}.body`, { site: email.site.name })}</Paragraph>
      <Paragraph>{t('loginLock.again', { minutes })}</Paragraph>
      <Action href={url}>{t('loginLock.button')}</Action>
      <PlainLink href={resetUrl} label={t('loginLock.reset')} texts={texts} />
      <Divider />
      <Small>{t('loginLock.own')}</Small>
      {email.site.supportEmail && <Small>{t('loginLock.help', { email: email.site.supportEmail })}</Small>}
    </Layout>
  )
}
