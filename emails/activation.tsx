import { Action, Divider, Layout, Paragraph, PlainLink, Small } from './layout.tsx'
import type { EmailProps } from './texts.ts'

/** Asks a new member to confirm the address. */
export function Activation({ email, texts }: EmailProps<'activation'>) {
  const { t } = texts
  const { url, freeMessages } = email.props
  const site = email.site.name
  return (
    <Layout
      email={email}
      texts={texts}
      preview={t('activation.preview')}
      title={t('activation.title')}
      why={t('activation.why', { site })}
    >
      <Paragraph>{t('activation.body')}</Paragraph>
      {freeMessages > 0 && <Paragraph>{t('activation.freeMessages', { count: freeMessages })}</Paragraph>}
      <Action href={url}>{t('activation.button')}</Action>
      <PlainLink href={url} texts={texts} />
      <Divider />
      <Small>{t('activation.ignore', { site })}</Small>
    </Layout>
  )
}
