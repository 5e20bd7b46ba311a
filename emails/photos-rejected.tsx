import type { Email } from '#contract/emails.ts'
import { Action, Layout, Paragraph, PlainLink } from './layout.tsx'
import { formatterOf, type Texts } from './texts.ts'

interface Props {
  email: Extract<Email, { template: 'photosRejected' }>
  texts: Texts
}

/** Informs a member that review rejected photos, and why (PRO-25). */
export function PhotosRejected({ email, texts }: Props) {
  const { t } = texts
  const { count, reasons, url } = email.props
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
    </Layout>
  )
}
