import { addChatPhoto, addVoice, type sendMessage } from '#contract/chat/calls.ts'
import { gifts, type Gift } from '#contract/chat/gifts.ts'
import type { MessagePrices } from '#contract/chat/schemas.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { uploadTransport } from '#web/api/upload-transport.ts'

interface Contents {
  text: { body: string }
  gift: { gift: Gift; body: string }
  /** The file is shrunk already; `width` and `height` are its pixels. */
  photo: { file: File; width: number; height: number }
  date: { when: string; place: string }
  voice: { file: File; durationMs: number; peaks: number[] }
}
export type OutgoingKindName = keyof Contents

/** What a message consists of when a member sends it. */
export type OutboxContent<K extends OutgoingKindName = OutgoingKindName> = { [P in K]: { kind: P } & Contents[P] }[K]

type WithoutBase<Body> = Body extends unknown ? Omit<Body, 'clientId' | 'replyTo' | 'quote' | 'maxPrice'> : never
type SentContent = WithoutBase<InputOf<typeof sendMessage>['body']>

export interface Upload {
  profileId: string
  clientId: string
  onShare: (share: number) => void
}

interface OutgoingKind<Content> {
  /** In credits. */
  price: (prices: MessagePrices, content: Content) => number
  /** Whether the device stored all parts: an earlier version of the site may have stored others. */
  isComplete: (stored: Record<string, unknown>) => boolean
  /** Returns what the server stores, after the upload of a file. */
  toSend: (content: Content, upload: Upload) => SentContent | Promise<SentContent>
}

/** The outbox waits for a connection itself: what waits there can be discarded. */
export const ofOutbox = { waitsOffline: false }

/** All that differs between the kinds of messages on their way to the server. */
export const outgoingKinds: { [K in OutgoingKindName]: OutgoingKind<OutboxContent<K>> } = {
  text: {
    price: (prices) => prices.text,
    isComplete: ({ body }) => typeof body === 'string',
    toSend: ({ kind, body }) => ({ kind, body }),
  },
  gift: {
    price: (prices, { gift }) => giftPrice(prices, gift),
    isComplete: ({ body, gift }) => typeof body === 'string' && typeof gift === 'string',
    toSend: ({ kind, gift, body }) => ({ kind, gift, body }),
  },
  date: {
    price: (prices) => prices.text,
    isComplete: ({ when, place }) => typeof when === 'string' && typeof place === 'string',
    toSend: ({ kind, when, place }) => ({ kind, when, place }),
  },
  photo: {
    price: (prices) => prices.photo,
    isComplete: ({ file }) => file instanceof File,
    async toSend({ kind, file }, { profileId, clientId, onShare }) {
      const input = { params: { profileId }, body: { clientId } }
      const { photo } = await call(addChatPhoto, input, { ...ofOutbox, file, transport: uploadTransport(onShare) })
      return { kind, photoId: photo.id }
    },
  },
  voice: {
    price: (prices) => prices.voice,
    isComplete: ({ file, durationMs, peaks }) =>
      file instanceof File && typeof durationMs === 'number' && Array.isArray(peaks),
    async toSend({ kind, file, durationMs, peaks }, { profileId, clientId, onShare }) {
      const input = { params: { profileId }, body: { clientId, durationMs, peaks } }
      const { voice } = await call(addVoice, input, { ...ofOutbox, file, transport: uploadTransport(onShare) })
      return { kind, voiceId: voice.id }
    },
  },
}

/** Price of a gift in credits (CHAT-15). */
export function giftPrice(prices: Pick<MessagePrices, 'gift'>, gift: Gift) {
  return prices.gift * gifts[gift]
}

/** Whether what the device stored is the content of a message that this version of the site can send. */
export function isContent(stored: Record<string, unknown>) {
  const { kind } = stored
  return (
    typeof kind === 'string' &&
    Object.hasOwn(outgoingKinds, kind) &&
    outgoingKinds[kind as OutgoingKindName].isComplete(stored)
  )
}
