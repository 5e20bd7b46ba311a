import { Layout, Paragraph, Small } from './layout.tsx'
import { formatterOf, type EmailProps } from './texts.ts'

/** Confirms a complaint (MOD-7). It repeats nothing of it: it must not carry anyone's words to others. */
export function ComplaintReceipt({ email, texts }: EmailProps<'complaintReceipt'>) {
  const { t } = texts
  const format = formatterOf(email.language === 'en' ? 'en-GB' : email.language)
  const { complaintId, sentAt } = email.props
  return (
    <Layout email={email} texts={texts} preview={t('complaintReceipt.preview')} title={t('complaintReceipt.title')}>
      <Paragraph>
        {t('complaintReceipt.body', {
          date: format.dateTime(new Date(sentAt), { dateStyle: 'long', timeStyle: 'short' }),
          reference: complaintId,
        })}
      </Paragraph>
      <Paragraph>{t('complaintReceipt.next')}</Paragraph>
      <Small>{t('complaintReceipt.notYou')}</Small>
    </Layout>
  )
}
