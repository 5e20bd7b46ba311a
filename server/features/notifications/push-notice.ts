import { createTranslator } from 'use-intl/core'
import type { Language } from '#contract/languages.ts'
import type { NoticeKind } from '#contract/notifications/notice-kinds.ts'
import { textsOf } from '#server/texts.ts'

/** A push message with its text, as it is given to `deliverPush`. */
export interface PushNotice {
  userId: number
  kind: NoticeKind
  /** Key of the member who did it. */
  otherId: number
  seq: number
  siteId: number
  title: string
  body: string
  /** Page of the member's site that it opens. */
  path: string
  /** A later one with the same tag replaces it on the screen. */
  tag: string
}

/** What the text of a push message depends on. */
export interface PushContent {
  kind: NoticeKind
  /** Null in a discreet text. */
  name: string | null
  /** Beginning of the message; null in a discreet text, and for what is no text. */
  preview: string | null
}

/**
 * Returns title and text of a push message. Unless the member chose more, neither says what the site is
 * about, nor who did what (NOTE-6).
 */
export function pushText(
  { kind, name, preview }: PushContent,
  { language, site }: { language: Language; site: string },
) {
  const t = createTranslator({ locale: language, messages: textsOf('push-notices', language) })
  if (name === null) return { title: t('discreet.title'), body: t(`discreet.${kind}`) }
  return { title: site, body: preview === null ? t(`full.${kind}`, { name }) : t('full.preview', { name, preview }) }
}

/** Returns the page that a notice opens. */
export function pathOf({ kind, profileId }: { kind: NoticeKind; profileId: string }) {
  if (kind === 'like') return '/likes/received'
  return kind === 'photo_request' ? '/profile' : `/members/${profileId}/chat`
}
