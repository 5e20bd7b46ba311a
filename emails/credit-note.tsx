import { Section } from '@react-email/components'
import { Action, Divider, Layout, Paragraph, Small } from './layout.tsx'
import { Line } from './line.tsx'
import { formatterOf, moneyIn, type EmailProps } from './texts.ts'

/** Confirms that a purchase's money has gone back, by a refund of the site or a charge-back (PAY-26). */
export function CreditNote({ email, texts }: EmailProps<'creditNote'>) {
  const { t } = texts
  const { site, props } = email
  const format = formatterOf(props.locale)
  const { kind, number, orderId, amountMinor, vatMinor, currency, vatPercent, tax, issuedAt } = props
  const money = moneyIn(format, currency)
  const amount = money(amountMinor)
  const percent = format.number(vatPercent / 100, { style: 'percent', maximumFractionDigits: 1 })

  return (
    <Layout
      email={email}
      texts={texts}
      preview={t(`creditNote.${kind}.preview`, { amount })}
      title={t(`creditNote.${kind}.title`)}
    >
      <Paragraph>{t(`creditNote.${kind}.body`, { amount })}</Paragraph>
      <Section style={{ marginBottom: 24 }}>
        <Line name={t('creditNote.number')} value={number} />
        <Line name={t('receipt.order')} value={orderId} />
        <Line name={t('receipt.date')} value={format.dateTime(new Date(issuedAt), { dateStyle: 'long' })} />
        <Line name={t('creditNote.amount')} value={amount} isStrong />
        {vatPercent > 0 && <Line name={t('receipt.vat', { percent, tax })} value={money(vatMinor)} />}
        {site.company && <Line name={t('receipt.seller')} value={site.company} />}
      </Section>
      <Action href={`${site.url}/transactions/${orderId}`}>{t('receipt.open')}</Action>
      <Divider />
      <Small>{t('creditNote.file')}</Small>
    </Layout>
  )
}
