import { sendMessage } from '#contract/chat/calls.ts'
import type { ProfileQuote } from '#contract/profiles/schemas.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import type { OutboxMessage } from './outbox.ts'
import { ofOutbox, outgoingKinds, type OutboxContent, type OutgoingKindName, type Upload } from './outgoing-kinds.ts'

/** Statuses after which the same message may succeed without a change by the viewer. */
const temporaryStatuses = new Set([0, 408, 425, 429, 502, 503, 504])

/** Whether a message keeps waiting after a failure: no reply came, or the server is busy. */
export function isTemporary(error: unknown) {
  return error instanceof ApiError && temporaryStatuses.has(error.status)
}

/** Returns what names a quote to the server, which adds the text. */
function quotedPart(quote: ProfileQuote) {
  return quote.kind === 'answer' ? { prompt: quote.prompt } : { photoId: quote.photoId }
}

function toSend<K extends OutgoingKindName>(content: OutboxContent<K>, upload: Upload) {
  return outgoingKinds[content.kind].toSend(content, upload)
}

/** Sends a message, after uploading its photo or recording. Idempotent by its client id. */
export async function sendOutgoing(
  profileId: string,
  message: OutboxMessage,
  { onShare }: { onShare: (share: number) => void },
) {
  const { clientId, replyTo, quote, price } = message
  const content = await toSend(message, { profileId, clientId, onShare })
  const body = {
    clientId,
    replyTo,
    ...(quote && { quote: quotedPart(quote) }),
    ...(price !== undefined && { maxPrice: price }),
    ...content,
  }
  return call(sendMessage, { params: { profileId }, body }, ofOutbox)
}
