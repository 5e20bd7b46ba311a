import { Column, Row, Section } from '@react-email/components'
import type { CSSProperties } from 'react'
import type { Email } from '#contract/emails.ts'
import { Action, Divider, Layout, Paragraph, Small } from './layout.tsx'
import type { Texts } from './texts.ts'
import { colours } from './theme.ts'

interface Props {
  email: Extract<Email, { template: 'receipt' }>
  texts: Texts
}

/** Confirms a purchase with seller, price and VAT (PAY-9). */
export function Receipt({ email, texts }: Props) {
  const { t, format } = texts
  const { site, props } = email
  const { credits, amountMinor, currency, vatPercent, paidAt, orderId, refundDays } = props
  const money = (minor: number) => format.number(minor / minorUnits(currency), { style: 'currency', currency })
  const vatMinor = Math.round(amountMinor - amountMinor / (1 + vatPercent / 100))
  const percent = format.number(vatPercent / 100, { style: 'percent', maximumFractionDigits: 1 })

  return (
    <Layout email={email} texts={texts} preview={t('receipt.preview', { credits })} title={t('receipt.title')}>
      <Paragraph>{t('receipt.body', { credits })}</Paragraph>
      <Section style={{ marginBottom: 24 }}>
        <Line name={t('receipt.order')} value={orderId} />
        <Line name={t('receipt.date')} value={format.dateTime(new Date(paidAt), { dateStyle: 'long' })} />
        <Line name={t('receipt.item')} value={t('receipt.itemCredits', { credits })} />
        <Line name={t('receipt.total')} value={money(amountMinor)} isStrong />
        {vatPercent > 0 && <Line name={t('receipt.vat', { percent })} value={money(vatMinor)} />}
        {site.company && <Line name={t('receipt.seller')} value={site.company} />}
      </Section>
      <Action href={`${site.url}/members`}>{t('receipt.button')}</Action>
      <Divider />
      <Small>{t('receipt.refund', { days: refundDays })}</Small>
    </Layout>
  )
}

function Line({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) {
  const cell: CSSProperties = { padding: '8px 0', borderBottom: `1px solid ${colours.line}`, fontSize: 15 }
  return (
    <Row>
      <Column className="muted line name" style={{ ...cell, color: colours.muted, paddingRight: 16 }}>
        {name}
      </Column>
      <Column
        align="right"
        className="text line value"
        style={{ ...cell, color: colours.text, fontWeight: isStrong ? 700 : 400 }}
      >
        {value}
      </Column>
    </Row>
  )
}

/** Returns how many minor units make one unit of the currency. */
function minorUnits(currency: string) {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return 10 ** maximumFractionDigits
}
