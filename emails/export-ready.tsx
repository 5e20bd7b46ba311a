import { Action, Divider, Layout, Paragraph, Small } from './layout.tsx'
import { formatterOf, type EmailProps } from './texts.ts'

/** Reports that the file with the member's data can be downloaded, after a log-in (ACC-16). */
export function ExportReady({ email, texts }: EmailProps<'exportReady'>) {
  const { t } = texts
  const { url, until, locale } = email.props
  const date = formatterOf(locale).dateTime(new Date(until), { dateStyle: 'long' })
  return (
    <Layout email={email} texts={texts} preview={t('exportReady.preview', { date })} title={t('exportReady.title')}>
      <Paragraph>{t('exportReady.body', { date })}</Paragraph>
      <Action href={url}>{t('exportReady.button')}</Action>
      <Divider />
      <Small>{t('exportReady.login')}</Small>
    </Layout>
  )
}
