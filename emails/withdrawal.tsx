import { Section } from '@react-email/components'
import { Divider, Layout, Paragraph, Small } from './layout.tsx'
import { Line } from './line.tsx'
import { formatterOf, moneyIn, type EmailProps } from './texts.ts'

/** Confirms a withdrawal from a purchase with its content, date and time, as the law asks (PAY-10). */
export function Withdrawal({ email, texts }: EmailProps<'withdrawal'>) {
  const { t } = texts
  const { site, props } = email
  const format = formatterOf(props.locale)
  const { credits, amountMinor, currency, withdrawnAt, orderId } = props
  const amount = moneyIn(format, currency)(amountMinor)
  // Receipts name the time zone, because the mail is read anywhere.
  const date = format.dateTime(new Date(withdrawnAt), { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' })

  return (
    <Layout email={email} texts={texts} preview={t('withdrawal.preview', { amount })} title={t('withdrawal.title')}>
      <Paragraph>{t('withdrawal.body', { amount })}</Paragraph>
      <Section style={{ marginBottom: 24 }}>
        <Line name={t('receipt.order')} value={orderId} />
        <Line name={t('withdrawal.receivedAt')} value={date} />
        <Line name={t('withdrawal.credits')} value={t('receipt.itemCredits', { credits })} />
        <Line name={t('withdrawal.amount')} value={amount} isStrong />
        {site.company && <Line name={t('receipt.seller')} value={site.company} />}
      </Section>
      <Divider />
      <Small>{t('withdrawal.note')}</Small>
    </Layout>
  )
}
