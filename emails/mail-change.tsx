import { Action, Divider, Layout, Paragraph, PlainLink, Small } from './layout.tsx'
import type { EmailProps } from './texts.ts'

/** Asks the new address to confirm a change (ACC-14). */
export function MailChange({ email, texts }: EmailProps<'mailChange'>) {
  const { t } = texts
  const { hours, url } = email.props
  return (
    <Layout email={email} texts={texts} preview={t('mailChange.preview')} title={t('mailChange.title')}>
      <Paragraph>{t('mailChange.body', { site: email.site.name, hours })}</Paragraph>
      <Action href={url}>{t('mailChange.button')}</Action>
      <PlainLink href={url} texts={texts} />
      <Divider />
      <Small>{t('mailChange.ignore')}</Small>
    </Layout>
  )
}

/** Reports the change to the old address, which can undo it for some days (ACC-14). */
export function MailChangeNotice({ email, texts }: EmailProps<'mailChangeNotice'>) {
  const { t } = texts
  const { newEmail, days, url } = email.props
  return (
    <Layout email={email} texts={texts} preview={t('mailChangeNotice.preview')} title={t('mailChangeNotice.title')}>
      <Paragraph>{t('mailChangeNotice.body', { newEmail })}</Paragraph>
      <Paragraph>{t('mailChangeNotice.own')}</Paragraph>
      <Paragraph>{t('mailChangeNotice.notYou', { days })}</Paragraph>
      <Action href={url}>{t('mailChangeNotice.button')}</Action>
      <PlainLink href={url} texts={texts} />
    </Layout>
  )
}
