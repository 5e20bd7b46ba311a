import type { Email } from '#contract/emails.ts'
import { Action, Divider, Layout, Paragraph, PlainLink, Small } from './layout.tsx'
import type { Texts } from './texts.ts'

interface Props {
  email: Extract<Email, { template: 'activation' }>
  texts: Texts
}

/** Asks a new member to confirm the address. */
export function Activation({ email, texts }: Props) {
  const { t } = texts
  return (
    <Layout email={email} texts={texts} preview={t('activation.preview')} title={t('activation.title')}>
      <Paragraph>{t('activation.body')}</Paragraph>
      <Action href={email.props.url}>{t('activation.button')}</Action>
      <PlainLink href={email.props.url} texts={texts} />
      <Divider />
      <Small>{t('activation.ignore', { site: email.site.name })}</Small>
    </Layout>
  )
}
