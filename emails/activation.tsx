import { Action, Divider, Layout, Paragraph, PlainLink, Small } from './layout.tsx'
import type { EmailProps } from './texts.ts'

/** Asks a new member to confirm the address. */
export function Activation({ email, texts }: EmailProps<'activation'>) {
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
