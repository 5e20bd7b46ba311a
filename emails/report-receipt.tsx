import { Layout, Paragraph, Small } from './layout.tsx'
import { formatterOf, type EmailProps } from './texts.ts'

/** Confirms a report (MOD-5) without the reported member or its text: others may read the mail too. */
export function ReportReceipt({ email, texts }: EmailProps<'reportReceipt'>) {
  const { t } = texts
  const format = formatterOf(email.language === 'en' ? 'en-GB' : email.language)
  const { reportId, reportedAt } = email.props
  return (
    <Layout email={email} texts={texts} preview={t('reportReceipt.preview')} title={t('reportReceipt.title')}>
      <Paragraph>
        {t('reportReceipt.body', {
          date: format.dateTime(new Date(reportedAt), { dateStyle: 'long', timeStyle: 'short' }),
          reference: reportId,
        })}
      </Paragraph>
      <Paragraph>{t('reportReceipt.next')}</Paragraph>
      <Small>{t('reportReceipt.danger')}</Small>
    </Layout>
  )
}
