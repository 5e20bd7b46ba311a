import { Section } from '@react-email/components'
import { Action, Divider, Layout, Paragraph, Small } from './layout.tsx'
import { Line } from './line.tsx'
import { formatterOf, moneyIn, type EmailProps } from './texts.ts'

/** The receipt of a purchase with its number, seller, price and VAT (PAY-9, PAY-26). */
export function Receipt({ email, texts }: EmailProps<'receipt'>) {
  const { t } = texts
  const { site, props } = email
  const format = formatterOf(props.locale)
  const { number, credits, hasPremium, amountMinor, vatMinor, currency, vatPercent, tax, paidAt, orderId, refundDays } =
    props
  const money = moneyIn(format, currency)
  const percent = format.number(vatPercent / 100, { style: 'percent', maximumFractionDigits: 1 })

  return (
    <Layout email={email} texts={texts} preview={t('receipt.preview', { credits })} title={t('receipt.title')}>
      <Paragraph>{t('receipt.body', { credits, premium: hasPremium ? 'yes' : 'no' })}</Paragraph>
      <Section style={{ marginBottom: 24 }}>
        <Line name={t('receipt.number')} value={number} />
        <Line name={t('receipt.order')} value={orderId} />
        <Line name={t('receipt.date')} value={format.dateTime(new Date(paidAt), { dateStyle: 'long' })} />
        <Line name={t('receipt.item')} value={t('receipt.itemCredits', { credits })} />
        <Line name={t('receipt.total')} value={money(amountMinor)} isStrong />
        {vatPercent > 0 && <Line name={t('receipt.vat', { percent, tax })} value={money(vatMinor)} />}
        {site.company && <Line name={t('receipt.seller')} value={site.company} />}
      </Section>
      <Action href={`${site.url}/members`}>{t('receipt.button')}</Action>
      <Divider />
      <Small>{t('receipt.file')}</Small>
      <Small>{t('receipt.refund', { days: refundDays })}</Small>
    </Layout>
  )
}
