import { createTranslator } from 'use-intl/core'
import { textLanguage } from '#contract/languages.ts'
import type { NoticeKind } from '#contract/notifications/notice-kinds.ts'
import { textsOf } from '#server/texts.ts'
import type { NoticeState, Recipient } from './current.ts'

/** What a push message shows. */
export interface PushText {
  title: string
  body: string
}

/** What the text of a push message depends on. */
type Subject = Pick<NoticeState, 'kind' | 'name' | 'preview'>

/**
 * Returns title and text of a push message. Unless the member chose more, neither says what the site is
 * about, nor who did what (NOTE-6).
 */
export function pushText(
  { kind, name, preview }: Subject,
  { recipient, site }: { recipient: Pick<Recipient, 'language' | 'isDetailed'>; site: string },
): PushText {
  const language = textLanguage(recipient.language)
  const t = createTranslator({ locale: language, messages: textsOf('push-notices', language) })
  if (!recipient.isDetailed) return { title: t('discreet.title'), body: t(`discreet.${kind}`) }
  return { title: site, body: preview === null ? t(`full.${kind}`, { name }) : t('full.preview', { name, preview }) }
}

/** Returns the page that a notice opens. */
export function pathOf({ kind, profileId }: { kind: NoticeKind; profileId: string }) {
  if (kind === 'like') return '/likes/received'
  return kind === 'photo_request' ? '/profile' : `/members/${profileId}/chat`
}

/** Returns the tag of a notice: a later one with the same tag replaces it on the screen. */
export function tagOf({ kind, profileId }: { kind: NoticeKind; profileId: string }) {
  return `${kind === 'conversation' ? 'message' : kind}:${profileId}`
}
