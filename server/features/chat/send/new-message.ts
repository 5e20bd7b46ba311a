import type { OutgoingMessage } from '#contract/chat/schemas.ts'
import { DATE_PLACE_MAX_LENGTH, GIFT_TEXT_MAX_LENGTH } from '#contract/limits.ts'
import type { ProfileQuote, QuotedPart } from '#contract/profiles/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { messagePrice, type PriceSettings } from '#server/features/credits/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { cleanText, previewOf, validateText } from '#server/features/chat/rules.ts'

/** A message to be stored, whatever its kind. */
export interface NewMessage {
  sender: Viewer
  /** Public id of the partner's profile. */
  profileId: string
  clientId: string
  kind: 'text' | 'photo' | 'gift' | 'voice' | 'date'
  /** Of a date its place. */
  body: string
  /** Name of a gift; day and time of a date. */
  name: string | null
  /** Public id of a photo or voice message that the sender uploaded for the partner. */
  uploadId: string | null
  /** For the list of conversations: beginning of a text, name of a gift. */
  preview: string
  /** Number of the message that this one answers. */
  replyTo: number | null
  /** What of the partner's profile it is about, as the sender names it. */
  quoted: QuotedPart | null
  /** The same with its text; null until it is found. */
  quote: ProfileQuote | null
  /** Optional fields that the site shows. */
  visibleFields: Settings['visible_profile_fields']
  /** In credits: between two who matched, and otherwise. */
  prices: { match: number; other: number }
  /** What the sender was shown; the message is not stored if it costs more. Null without a limit. */
  maxPrice: number | null
  ledgerId: number
  at: Date
}

export interface SendMessageInput {
  viewer: Viewer
  profileId: string
  message: OutgoingMessage
  settings: PriceSettings & Pick<Settings, 'message_length' | 'gifts' | 'visible_profile_fields'>
}

/**
 * Cleans and checks what a member sends, and finds its prices.
 * @throws AppError `chat.empty`, `chat.too_long`
 */
export function newMessage(
  { clock }: Pick<Context, 'clock'>,
  { viewer, profileId, message, settings }: SendMessageInput,
): NewMessage {
  const { clientId, replyTo, quote: quoted = null, maxPrice = null } = message
  return {
    sender: viewer,
    profileId,
    clientId,
    ...contentOf(message, settings),
    replyTo,
    quoted,
    quote: null,
    visibleFields: settings.visible_profile_fields,
    prices: {
      match: messagePrice(settings, message, { isMatch: true }),
      other: messagePrice(settings, message, { isMatch: false }),
    },
    maxPrice,
    ledgerId: newId(clock),
    at: clock.now(),
  }
}

/** Returns the price of a message, in credits. */
export function priceOf({ prices }: NewMessage, { isMatch }: { isMatch: boolean }) {
  return isMatch ? prices.match : prices.other
}

function contentOf(message: OutgoingMessage, { message_length, gifts }: Pick<Settings, 'message_length' | 'gifts'>) {
  const none = { name: null, uploadId: null }
  switch (message.kind) {
    case 'text': {
      const body = validText(message.body, { max: message_length, mayBeEmpty: false })
      return { ...none, kind: message.kind, body, preview: previewOf(body) }
    }
    case 'photo':
      return { ...none, kind: message.kind, body: '', uploadId: message.photoId, preview: '' }
    case 'voice':
      return { ...none, kind: message.kind, body: '', uploadId: message.voiceId, preview: '' }
    case 'date': {
      const body = validText(message.place, { max: DATE_PLACE_MAX_LENGTH, mayBeEmpty: false, field: 'place' })
      return { ...none, kind: message.kind, body, name: message.when, preview: '' }
    }
    case 'gift': {
      // A site may offer fewer gifts than the catalogue has (CHAT-15).
      if (!gifts.includes(message.gift)) throw new AppError('chat.gift_unavailable')
      const body = validText(message.body, { max: GIFT_TEXT_MAX_LENGTH, mayBeEmpty: true })
      return { ...none, kind: message.kind, body, name: message.gift, preview: message.gift }
    }
  }
}

function validText(
  text: string,
  { max, mayBeEmpty, field = 'body' }: { max: number; mayBeEmpty: boolean; field?: string },
) {
  const body = cleanText(text)
  const error = validateText(body, max)
  if (error === 'chat.empty' && mayBeEmpty) return ''
  if (error) throw fieldError(field, error, { max })
  return body
}
