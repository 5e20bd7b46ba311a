import { Action, Divider, Layout, Paragraph, PlainLink, Small } from './layout.tsx'
import { formatterOf, type EmailProps } from './texts.ts'

/** Informs a member a decision, its reasons and the ways to contest it (MOD-22, DSA art. 17). */
export function DecisionStatement({ email, texts }: EmailProps<'decisionStatement'>) {
  const { t } = texts
  const { measure, violation, rejection, legalGround, content, source, until, appealUntil, url, locale } = email.props
  const dateOf = (time: string | null) =>
    time ? formatterOf(locale).dateTime(new Date(time), { dateStyle: 'long' }) : ''
  return (
    <Layout email={email} texts={texts} preview={t('decisionStatement.preview')} title={t('decisionStatement.title')}>
      <Paragraph>{t('decisionStatement.measure', { measure, content, until: dateOf(until) })}</Paragraph>
      <Paragraph>
        {rejection && violation === 'other'
          ? t('photosRejected.body', { count: 1, reasons: t(`photosRejected.reasons.${rejection}`) })
          : t('decisionStatement.rule', { violation })}
      </Paragraph>
      {legalGround !== null && <Paragraph>{t('decisionStatement.law', { ground: legalGround })}</Paragraph>}
      <Paragraph>{t('decisionStatement.basis', { source, content })}</Paragraph>
      <Paragraph>{t('decisionStatement.appeal', { until: dateOf(appealUntil) })}</Paragraph>
      <Action href={url}>{t('decisionStatement.button')}</Action>
      <PlainLink href={url} texts={texts} />
      <Divider />
      <Small>{t('decisionStatement.link')}</Small>
    </Layout>
  )
}
