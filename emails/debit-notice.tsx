import { Section } from '@react-email/components'
import { Divider, Layout, Paragraph, Small } from './layout.tsx'
import { Line } from './line.tsx'
import { formatterOf, moneyIn, type EmailProps } from './texts.ts'

/** The mandate that a member has given, and the announcement of the collection (PAY-12). */
export function DebitNotice({ email, texts }: EmailProps<'debitNotice'>) {
  const { t } = texts
  const { props } = email
  const format = formatterOf(props.locale)
  const { amountMinor, currency, collectedFrom, signedAt, creditor } = props
  const amount = moneyIn(format, currency)(amountMinor)
  const day = (instant: string) => format.dateTime(new Date(instant), { dateStyle: 'long' })
  const date = day(collectedFrom)
  // The time zone is named, because the mail is read anywhere.
  const signed = format.dateTime(new Date(signedAt), { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' })

  return (
    <Layout
      email={email}
      texts={texts}
      preview={t('debitNotice.preview', { amount, date })}
      title={t('debitNotice.title')}
    >
      <Paragraph>{t('debitNotice.body', { amount, date })}</Paragraph>
      <Section style={{ marginBottom: 24 }}>
        <Line name={t('debitNotice.amount')} value={amount} isStrong />
        <Line name={t('debitNotice.date')} value={date} />
        <Line name={t('debitNotice.reference')} value={props.reference} />
        <Line name={t('debitNotice.type')} value={t('debitNotice.oneOff')} />
        <Line name={t('debitNotice.creditor')} value={creditor} />
        <Line name={t('debitNotice.creditorId')} value={props.creditorId} />
        <Line name={t('debitNotice.holder')} value={props.holder} />
        <Line name={t('debitNotice.iban')} value={props.iban} />
        <Line name={t('debitNotice.address')} value={props.address} />
        <Line name={t('debitNotice.signed')} value={signed} />
        <Line name={t('receipt.order')} value={props.orderId} />
      </Section>
      <Paragraph>{t('debitNotice.text', { creditor })}</Paragraph>
      <Divider />
      <Small>{t('debitNotice.notYou')}</Small>
    </Layout>
  )
}
