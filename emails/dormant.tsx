import { Action, Divider, Layout, Paragraph } from './layout.tsx'
import { formatterOf, type EmailProps } from './texts.ts'

/** Reports that an account is hidden because it is not used, and when it is deleted (ACC-33). */
export function Dormant({ email, texts }: EmailProps<'dormant'>) {
  const { t } = texts
  const { url, until, locale } = email.props
  const date = formatterOf(locale).dateTime(new Date(until), { dateStyle: 'long' })
  return (
    <Layout email={email} texts={texts} preview={t('dormant.preview')} title={t('dormant.title')}>
      <Paragraph>{t('dormant.body', { site: email.site.name })}</Paragraph>
      <Paragraph>{t('dormant.back')}</Paragraph>
      <Action href={url}>{t('dormant.button')}</Action>
      <Divider />
      <Paragraph>{t('dormant.until', { date })}</Paragraph>
    </Layout>
  )
}
