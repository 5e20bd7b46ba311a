import { Action, Divider, Layout, Paragraph, PlainLink, Small } from './layout.tsx'
import { formatterOf, type EmailProps } from './texts.ts'

/** Reports the deletion of an account, with the link that undoes it (ACC-13, ACC-33). */
export function Deletion({ email, texts }: EmailProps<'deletion'>) {
  const { t } = texts
  const { url, until, isDormant, locale } = email.props
  const date = formatterOf(locale).dateTime(new Date(until), { dateStyle: 'long' })
  return (
    <Layout email={email} texts={texts} preview={t('deletion.preview', { date })} title={t('deletion.title')}>
      <Paragraph>{t(isDormant ? 'deletion.unused' : 'deletion.body', { site: email.site.name })}</Paragraph>
      <Paragraph>{t(isDormant ? 'deletion.unusedUntil' : 'deletion.until', { date })}</Paragraph>
      <Action href={url}>{t('deletion.button')}</Action>
      <PlainLink href={url} texts={texts} />
      <Divider />
      <Small>{t('deletion.after')}</Small>
      {!isDormant && <Small>{t('deletion.notYou')}</Small>}
    </Layout>
  )
}
