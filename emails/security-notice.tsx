import type { SecurityNotice as Kind } from '#contract/emails.ts'
import { Action, Divider, Layout, Paragraph, Small } from './layout.tsx'
import { formatterOf, type EmailProps, type Texts } from './texts.ts'

/** Reports a security event of an account, and what to do if it was another person (ACC-20). */
export function SecurityNotice({ email, texts }: EmailProps<Kind>) {
  const { t } = texts
  const { template, site } = email
  const { at, browser, system, url, locale } = email.props
  const time = formatterOf(locale).dateTime(new Date(at), { dateStyle: 'long', timeStyle: 'short' })
  return (
    <Layout email={email} texts={texts} preview={t(`${template}.preview`)} title={t(`${template}.title`)}>
      <Paragraph>{t(`${template}.body`, { site: site.name })}</Paragraph>
      <Paragraph>
        {t('security.when', { time })}
        <br />
        {t('security.device', { device: nameOf(browser, system, t) })}
      </Paragraph>
      <Paragraph>{t('security.own')}</Paragraph>
      <Paragraph>{t(`${template}.notYou`)}</Paragraph>
      <Action href={url}>{t(template === 'passwordChanged' ? 'passwordChanged.button' : 'security.button')}</Action>
      <Divider />
      {site.supportEmail && <Small>{t('security.help', { email: site.supportEmail })}</Small>}
    </Layout>
  )
}

function nameOf(browser: string | null, system: string | null, t: Texts['t']) {
  if (browser && system) return t('security.both', { browser, system })
  return browser ?? system ?? t('security.unknown')
}
