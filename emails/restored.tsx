import { Action, Divider, Layout, Paragraph, Small } from './layout.tsx'
import type { EmailProps } from './texts.ts'

/** Confirms that a deleted account is back (ACC-13). */
export function Restored({ email, texts }: EmailProps<'restored'>) {
  const { t } = texts
  return (
    <Layout email={email} texts={texts} preview={t('restored.preview')} title={t('restored.title')}>
      <Paragraph>{t('restored.body', { site: email.site.name })}</Paragraph>
      <Action href={email.props.url}>{t('restored.button')}</Action>
      <Divider />
      <Small>{t('restored.notYou')}</Small>
    </Layout>
  )
}
