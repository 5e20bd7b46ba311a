import type { EmailKind } from '#contract/accounts/notification-kinds.ts'
import { consentKinds } from '#contract/accounts/notification-kinds.ts'
import type { Email, NoticeTemplate } from '#contract/emails.ts'
import type { ReactNode } from 'react'
import { Action, Divider, Layout, Paragraph, Small, SmallLink } from './layout.tsx'
import { Line } from './line.tsx'
import type { EmailProps, Texts } from './texts.ts'

type NoticeEmail<Template extends Email['template']> = Extract<Email, { template: Template }>

/** What others did, of one kind. Names no one unless the member chose it (NOTE-6). */
export function Notice({ email, texts }: EmailProps<'notice'>) {
  const { t } = texts
  const { kind, items, more, url } = email.props
  const lines = items.some(({ name }) => name !== null) ? detailedLines(email, texts) : discreetLines(email, texts)
  return (
    <Optional email={email} texts={texts} kind={kind} preview={lines[0] ?? ''} title={t(`notice.title.${kind}`)}>
      {lines.map((line, index) => (
        // Two lines can be the same text.
        <Paragraph key={index}>{line}</Paragraph>
      ))}
      {more > 0 && <Paragraph>{t('notice.more', { count: more })}</Paragraph>}
      <Action href={url}>{t('notice.button')}</Action>
    </Optional>
  )
}

function detailedLines({ props: { items } }: NoticeEmail<'notice'>, { t }: Texts) {
  return items.map(({ kind, name, preview }) => {
    const who = name ?? ''
    return preview === null ? t(`notice.full.${kind}`, { name: who }) : t('notice.full.preview', { name: who, preview })
  })
}

/** A like and a match are the same to anyone who reads along. */
function discreetLines({ props: { items } }: NoticeEmail<'notice'>, { t }: Texts) {
  const kinds = items.map(({ kind }) => (kind === 'match' ? 'like' : kind))
  return [...new Set(kinds)].map((kind) =>
    t(`notice.discreet.${kind}`, { count: kinds.filter((each) => each === kind).length }),
  )
}

/** Reminds of messages that stayed unread. */
export function UnreadReminder({ email, texts }: EmailProps<'unreadReminder'>) {
  const { t } = texts
  const { unread, url } = email.props
  const title = t('unreadReminder.title', { unread })
  return (
    <Optional email={email} texts={texts} kind="unread_message_reminders" preview={title} title={title}>
      <Paragraph>{t('unreadReminder.body', { unread })}</Paragraph>
      <Action href={url}>{t('unreadReminder.button')}</Action>
    </Optional>
  )
}

/** The counts of what a member has not seen. */
export function WeeklyUpdate({ email, texts }: EmailProps<'weeklyUpdate'>) {
  const { t } = texts
  const { unread, likes, visits, isDetailed, url } = email.props
  const counts: [string, number][] = isDetailed
    ? [
        [t('weeklyUpdate.unread'), unread],
        [t('weeklyUpdate.likes'), likes],
        [t('weeklyUpdate.visits'), visits],
      ]
    : [
        [t('weeklyUpdate.unread'), unread],
        [t('weeklyUpdate.others'), likes + visits],
      ]
  const lead = t('weeklyUpdate.lead')
  return (
    <Optional email={email} texts={texts} kind="weekly_updates" preview={lead} title={t('weeklyUpdate.title')}>
      <Paragraph>{lead}</Paragraph>
      {counts
        .filter(([, count]) => count > 0)
        .map(([label, count]) => (
          <Line key={label} name={label} value={count.toLocaleString(email.language)} />
        ))}
      <Action href={url}>{t('weeklyUpdate.button')}</Action>
    </Optional>
  )
}

/** Reminds of a sign-up that is not finished, or of credits. */
export function Reminder({ email, texts }: EmailProps<'reminder'>) {
  const { t } = texts
  const { about, credits, url } = email.props
  const title = about === 'signup' ? t('reminder.title.signup') : t('reminder.title.credits', { credits })
  const body = about === 'signup' ? t('reminder.body.signup') : t('reminder.body.credits', { credits })
  return (
    <Optional email={email} texts={texts} kind="reminders" preview={body} title={title}>
      <Paragraph>{body}</Paragraph>
      <Action href={url}>{t(`reminder.button.${about}`)}</Action>
    </Optional>
  )
}

/** A text of the operator, to those who asked for it. */
export function News({ email, texts }: EmailProps<'news'>) {
  const { kind, title, paragraphs, url } = email.props
  return (
    <Optional email={email} texts={texts} kind={kind} preview={paragraphs[0] ?? ''} title={title}>
      {paragraphs.map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      <Action href={url}>{texts.t('news.button', { site: email.site.name })}</Action>
    </Optional>
  )
}

/** The subject of one of these mails; the sender's name says which site it is. */
export function noticeSubject(email: NoticeEmail<NoticeTemplate>, { t }: Texts) {
  const site = email.site.name
  switch (email.template) {
    case 'notice':
      return t(`notice.subject.${email.props.kind}`, { site })
    case 'unreadReminder':
      return t('unreadReminder.subject', { site, unread: email.props.unread })
    case 'weeklyUpdate':
      return t('weeklyUpdate.subject', { site })
    case 'reminder':
      return t(`reminder.subject.${email.props.about}`, { site })
    case 'news':
      return email.props.title
  }
}

interface OptionalProps extends EmailProps<NoticeTemplate> {
  kind: EmailKind
  preview: string
  title: string
  children: ReactNode
}

/** Renders what every mail has that can be switched off: why it came, and the way to switch it off. */
function Optional({ email, texts, kind, preview, title, children }: OptionalProps) {
  const { t } = texts
  const topic = t(`optional.topics.${kind}`)
  const site = email.site.name
  const needsConsent = consentKinds.some((each) => each === kind)
  return (
    <Layout
      email={email}
      texts={texts}
      preview={preview}
      title={title}
      why={needsConsent ? t('optional.whyNews', { topic, site }) : t('optional.why', { topic, site })}
    >
      {children}
      <Divider />
      <Small>
        <SmallLink href={email.props.preferencesUrl}>{t('optional.change')}</SmallLink>
      </Small>
    </Layout>
  )
}
