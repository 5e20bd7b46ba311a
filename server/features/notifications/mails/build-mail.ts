import { z } from 'zod'
import { defaultLanguage, textLanguage } from '#contract/languages.ts'
import type { Email, NoticeTemplate } from '#contract/emails.ts'
import { CONVERSATION_MAIL_MS, NOTICE_MAIL_NAMES } from '#contract/limits.ts'
import type { SkipReason } from '#contract/notifications/notice-kinds.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { AppContext } from '#server/context.ts'
import { noticeStates, type NoticeState, type Recipient } from '#server/features/notifications/current.ts'
import { pathOf } from '#server/features/notifications/push-notice.ts'
import { skipReason } from '#server/features/notifications/rules.ts'
import { countUnseen } from './figures.ts'
import { noticesIn, skipNotices, type ClaimedMail } from './mail-queries.ts'
import { preferencesToken } from './signed-ids.ts'
import { findText } from './text-queries.ts'

type Deps = Pick<AppContext, 'db' | 'clock' | 'config' | 'sites'>

/** A mail to send, or why there is none any more. */
export type BuiltMail = { email: NoticeEmail } | { reason: SkipReason }
export type NoticeEmail = Extract<Email, { template: NoticeTemplate }>

interface Subject {
  mail: ClaimedMail
  recipient: Recipient
}

/** Builds a mail when it is sent, from what is true then: what was seen or hidden meanwhile is not in it. */
export async function buildMail(context: Deps, { mail, recipient }: Subject): Promise<BuiltMail> {
  switch (mail.kind) {
    case 'new_conversations':
    case 'new_messages':
    case 'like':
      return buildNotice(context, { mail: { ...mail, kind: mail.kind }, recipient })
    case 'unread_message_reminders':
      return buildUnreadReminder(context, { mail, recipient })
    case 'weekly_updates':
      return buildWeeklyUpdate(context, { mail, recipient })
    case 'reminders':
      return buildReminder(context, { mail, recipient })
    case 'news':
    case 'promotions':
      return buildText(context, { mail: { ...mail, kind: mail.kind }, recipient })
  }
}

/** Returns what all these mails have. */
function commonOf(context: Deps, recipient: Recipient, path: string) {
  const envelope = mailEnvelope(context, recipient)
  const { url } = envelope.site
  return {
    envelope,
    props: {
      name: recipient.name,
      url: `${url}${path}`,
      preferencesUrl: preferencesUrl(context, recipient, url),
    },
  }
}

/** Returns the page on which a member chooses mails without a log-in, and to which mail programs post. */
export function preferencesUrl({ config }: Pick<AppContext, 'config'>, recipient: Recipient, siteUrl: string) {
  return `${siteUrl}/mail-preferences?token=${preferencesToken(config, recipient)}`
}

type NoticeMailKind = 'new_conversations' | 'new_messages' | 'like'

async function buildNotice(
  context: Deps,
  { mail, recipient }: { mail: ClaimedMail & { kind: NoticeMailKind }; recipient: Recipient },
): Promise<BuiltMail> {
  const { db, clock } = context
  const keys = await noticesIn(db, mail.id)
  const repeatedSince = new Date(clock.now().getTime() - CONVERSATION_MAIL_MS)
  const states = await noticeStates(db, { keys, repeatedSince })
  const reasons = keys.map((key) => {
    const state = states.find(({ kind, otherId }) => kind === key.kind && otherId === key.otherId)
    const reason = state ? skipReason('mail', { recipient, state: { ...state, isRepeated: false } }) : 'hidden'
    return { ...key, state, reason }
  })
  const skipped = reasons.flatMap(({ kind, otherId, reason }) => (reason ? [{ kind, otherId, reason }] : []))
  const current = reasons.flatMap(({ state, reason }) => (state && !reason ? [state] : []))
  const [first] = current
  if (!first) return { reason: skipped[0]?.reason ?? 'gone' }
  await skipNotices(db, { mailId: mail.id, skipped })
  const { isDetailed } = recipient
  const named = isDetailed ? current.slice(0, NOTICE_MAIL_NAMES) : current
  const { envelope, props } = commonOf(context, recipient, pageOf(current, { isDetailed }))
  const items = named.map(({ kind, name, preview }) => ({
    kind,
    name: isDetailed ? name : null,
    preview: isDetailed ? preview : null,
  }))
  const more = current.length - named.length
  return { email: { template: 'notice', ...envelope, props: { ...props, kind: mail.kind, items, more } } }
}

/** The page of the only one, or of all. The address of a discreet mail says nothing either. */
function pageOf(states: readonly NoticeState[], { isDetailed }: { isDetailed: boolean }) {
  const [only, ...others] = states
  const isConversation = only?.kind === 'message' || only?.kind === 'conversation'
  if (only && others.length === 0 && (isConversation || isDetailed)) return pathOf(only)
  if (isConversation) return '/chats'
  return isDetailed ? '/likes/received' : '/'
}

async function buildUnreadReminder(context: Deps, { recipient }: Subject): Promise<BuiltMail> {
  const { unread } = await countUnseen(context.db, recipient.userId)
  if (unread === 0) return { reason: 'seen' }
  const { envelope, props } = commonOf(context, recipient, '/chats')
  return { email: { template: 'unreadReminder', ...envelope, props: { ...props, unread } } }
}

async function buildWeeklyUpdate(context: Deps, { recipient }: Subject): Promise<BuiltMail> {
  const counts = await countUnseen(context.db, recipient.userId)
  const { unread, likes, visits } = counts
  if (unread + likes + visits === 0) return { reason: 'nothing_new' }
  const { envelope, props } = commonOf(context, recipient, unread > 0 ? '/chats' : '/')
  const { isDetailed } = recipient
  return { email: { template: 'weeklyUpdate', ...envelope, props: { ...props, unread, likes, visits, isDetailed } } }
}

const ReminderAbout = z.object({ about: z.enum(['signup', 'credits']), credits: z.int() })

async function buildReminder(context: Deps, { mail, recipient }: Subject): Promise<BuiltMail> {
  const { about, credits } = ReminderAbout.parse(mail.about)
  // Back since: no reminder is needed any more.
  if (recipient.lastActiveAt && recipient.lastActiveAt > mail.createdAt) return { reason: 'seen' }
  const { envelope, props } = commonOf(context, recipient, about === 'signup' ? '/profile' : '/')
  return { email: { template: 'reminder', ...envelope, props: { ...props, about, credits } } }
}

const TextAbout = z.object({ textId: z.int() })

async function buildText(
  context: Deps,
  { mail, recipient }: { mail: ClaimedMail & { kind: 'news' | 'promotions' }; recipient: Recipient },
): Promise<BuiltMail> {
  const texts = await findText(context.db, TextAbout.parse(mail.about).textId)
  const own = textLanguage(recipient.language)
  // A mail is in one language.
  const language = texts[own] ? own : defaultLanguage
  const { envelope, props } = commonOf(context, { ...recipient, language }, '/')
  const { subject: title, paragraphs } = texts[language] ?? texts.en
  return { email: { template: 'news', ...envelope, props: { ...props, kind: mail.kind, title, paragraphs } } }
}
