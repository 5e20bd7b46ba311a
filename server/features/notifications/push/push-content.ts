import { keyedHash, type Secrets } from '#server/platform/encryption.ts'
import type { PushMessage } from '#server/platform/push/push.ts'
import type { NoticeKind } from '#contract/notifications/notice-kinds.ts'
import type { PushText } from '#server/features/notifications/push-notice.ts'

/** What the browser reads of a message: `web/public/service-worker-push.js`. */
export interface PushContent extends PushText {
  /** Page of the site that it opens. */
  path: string
  /** A later message with the same tag replaces it on the screen. */
  tag: string
  /** The number on the icon of the installed app. */
  badge: number
}

/** The longest topic of a push service (RFC 8030). */
const TOPIC_LENGTH = 32

/**
 * Returns the topic of a message: of those about one conversation the push service keeps the last for a
 * browser that is not connected. It is a hash that only this server can make, another one for each browser,
 * so that the service learns neither which member a message is about nor that two have the same partner.
 */
export function topicOf(config: Secrets, { tag, endpointHash }: { tag: string; endpointHash: string }) {
  const hash = keyedHash(config, { purpose: 'push topic', text: `${endpointHash} ${tag}` })
  return hash.toString('base64url').slice(0, TOPIC_LENGTH)
}

/** A message is answered at once; a like can wait until the device wakes up by itself. */
export function urgencyOf(kind: NoticeKind): PushMessage['urgency'] {
  return kind === 'message' || kind === 'conversation' ? 'high' : 'normal'
}
