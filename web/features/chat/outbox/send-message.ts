import { addChatPhoto, addVoice, sendMessage } from '#contract/chat/calls.ts'
import type { ProfileQuote } from '#contract/profiles/schemas.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { uploadTransport } from '#web/api/upload-transport.ts'
import type { OutboxMessage } from './outbox.ts'

/** Statuses after which the same message may succeed without a change by the viewer. */
const temporaryStatuses = new Set([0, 408, 425, 429, 502, 503, 504])

/** Whether a message keeps waiting after a failure: no reply came, or the server is busy. */
export function isTemporary(error: unknown) {
  return error instanceof ApiError && temporaryStatuses.has(error.status)
}

/** The outbox waits for a connection itself: what waits there can be discarded. */
const ofOutbox = { waitsOffline: false }

/** Returns what names a quote to the server, which adds the text. */
function quotedPart(quote: ProfileQuote) {
  return quote.kind === 'answer' ? { prompt: quote.prompt } : { photoId: quote.photoId }
}

/** Sends a message, after uploading its photo or recording. Idempotent by its client id. */
export async function sendOutgoing(
  profileId: string,
  message: OutboxMessage,
  { onShare }: { onShare: (share: number) => void },
) {
  const { clientId, replyTo, quote, price } = message
  const params = { profileId }
  const base = {
    clientId,
    replyTo,
    ...(quote && { quote: quotedPart(quote) }),
    ...(price !== undefined && { maxPrice: price }),
  }
  switch (message.kind) {
    case 'text':
      return call(sendMessage, { params, body: { ...base, kind: 'text', body: message.body } }, ofOutbox)
    case 'gift': {
      const { gift, body } = message
      return call(sendMessage, { params, body: { ...base, kind: 'gift', gift, body } }, ofOutbox)
    }
    case 'date': {
      const { when, place } = message
      return call(sendMessage, { params, body: { ...base, kind: 'date', when, place } }, ofOutbox)
    }
    case 'photo': {
      const { photo } = await call(
        addChatPhoto,
        { params, body: { clientId } },
        { ...ofOutbox, file: message.file, transport: uploadTransport(onShare) },
      )
      return call(sendMessage, { params, body: { ...base, kind: 'photo', photoId: photo.id } }, ofOutbox)
    }
    case 'voice': {
      const { file, durationMs, peaks } = message
      const { voice } = await call(
        addVoice,
        { params, body: { clientId, durationMs, peaks } },
        { ...ofOutbox, file, transport: uploadTransport(onShare) },
      )
      return call(sendMessage, { params, body: { ...base, kind: 'voice', voiceId: voice.id } }, ofOutbox)
    }
  }
}
