import { Action, Layout, Paragraph } from './layout.tsx'
import type { EmailProps } from './texts.ts'

/** Reports that the password was changed by a mailed link (ACC-12). */
export function ResetDone({ email, texts }: EmailProps<'resetDone'>) {
  const { t } = texts
  return (
    <Layout email={email} texts={texts} preview={t('resetDone.preview')} title={t('resetDone.title')}>
      <Paragraph>{t('resetDone.body', { site: email.site.name })}</Paragraph>
      <Paragraph>{t('resetDone.own')}</Paragraph>
      <Paragraph>{t('resetDone.notYou')}</Paragraph>
      <Action href={email.props.url}>{t('resetDone.button')}</Action>
    </Layout>
  )
}
