import { Action, Divider, Layout, Paragraph, PlainLink } from './layout.tsx'
import { formatterOf, type EmailProps, type Texts } from './texts.ts'

/** Informs a member that review rejected photos, why, and how to contest it (PRO-25, DSA art. 17). */
export function PhotosRejected({ email, texts }: EmailProps<'photosRejected'>) {
  const { t } = texts
  const { count, reasons, appeal, url } = email.props
  const list = formatterOf(email.language).list(reasons.map((reason) => t(`photosRejected.reasons.${reason}`)))
  return (
    <Layout
      email={email}
      texts={texts}
      preview={t('photosRejected.preview')}
      title={t('photosRejected.title', { count })}
    >
      <Paragraph>{t('photosRejected.body', { count, reasons: list })}</Paragraph>
      <Paragraph>{t('photosRejected.next')}</Paragraph>
      <Action href={url}>{t('photosRejected.button')}</Action>
      <PlainLink href={url} texts={texts} />
      {appeal && <Appeal appeal={appeal} texts={texts} />}
    </Layout>
  )
}

function Appeal({
  appeal: { url, until, locale },
  texts,
}: {
  appeal: NonNullable<EmailProps<'photosRejected'>['email']['props']['appeal']>
  texts: Texts
}) {
  const { t } = texts
  const date = formatterOf(locale).dateTime(new Date(until), { dateStyle: 'long' })
  return (
    <>
      <Divider />
      <Paragraph>{t('decisionStatement.appeal', { until: date })}</Paragraph>
      <Action href={url}>{t('decisionStatement.button')}</Action>
      <PlainLink href={url} texts={texts} />
    </>
  )
}
