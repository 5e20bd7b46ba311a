import { Section } from '@react-email/components'
import { Action, Divider, Layout, Paragraph, Small } from './layout.tsx'
import { Line } from './line.tsx'
import { formatterOf, moneyIn, type EmailProps } from './texts.ts'

/** Reports that an announced direct debit was not collected (PAY-30). */
export function DebitFailed({ email, texts }: EmailProps<'debitFailed'>) {
  const { t } = texts
  const { site, props } = email
  const { amountMinor, currency, orderId, reference, iban, locale } = props
  const amount = moneyIn(formatterOf(locale), currency)(amountMinor)

  return (
    <Layout email={email} texts={texts} preview={t('debitFailed.preview', { amount })} title={t('debitFailed.title')}>
      <Paragraph>{t('debitFailed.body', { amount })}</Paragraph>
      <Section style={{ marginBottom: 24 }}>
        <Line name={t('debitNotice.amount')} value={amount} isStrong />
        <Line name={t('debitNotice.reference')} value={reference} />
        <Line name={t('debitNotice.iban')} value={iban} />
        <Line name={t('receipt.order')} value={orderId} />
      </Section>
      <Action href={`${site.url}/transactions/${orderId}`}>{t('receipt.open')}</Action>
      <Divider />
      <Small>{t('debitFailed.late')}</Small>
    </Layout>
  )
}
