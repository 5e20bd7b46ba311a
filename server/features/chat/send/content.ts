import type { OutgoingMessage } from '#contract/chat/schemas.ts'
import { GIFT_TEXT_MAX_LENGTH } from '#contract/limits.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { messagePrice, type PricedMessage, type PriceSettings } from '#server/features/credits/rules.ts'
import { fieldError } from '#server/platform/errors.ts'
import { cleanText, previewOf, validateText } from '#server/features/chat/rules.ts'

/** What a message stores, whatever its kind. */
export interface Content {
  kind: 'text' | 'photo' | 'gift'
  body: string
  name: string | null
  photoId: string | null
  /** For the list of conversations: beginning of a text, name of a gift. */
  preview: string
  /** In credits: between two who matched, and otherwise. */
  prices: { match: number; other: number }
}

/**
 * Cleans and checks what a member sends, and finds its price.
 * @throws AppError `chat.empty`, `chat.too_long`
 */
export function contentOf(
  message: OutgoingMessage,
  settings: PriceSettings & Pick<Settings, 'message_length'>,
): Content {
  const prices = pricesOf(message, settings)
  const none = { name: null, photoId: null }
  switch (message.kind) {
    case 'text': {
      const body = validText(message.body, { max: settings.message_length, mayBeEmpty: false })
      return { ...none, kind: 'text', body, preview: previewOf(body), prices }
    }
    case 'photo':
      return { ...none, kind: 'photo', body: '', photoId: message.photoId, preview: '', prices }
    case 'gift': {
      const body = validText(message.body, { max: GIFT_TEXT_MAX_LENGTH, mayBeEmpty: true })
      return { ...none, kind: 'gift', body, name: message.gift, preview: message.gift, prices }
    }
  }
}

function pricesOf(message: PricedMessage, settings: PriceSettings) {
  return {
    match: messagePrice(settings, message, { isMatch: true }),
    other: messagePrice(settings, message, { isMatch: false }),
  }
}

function validText(text: string, { max, mayBeEmpty }: { max: number; mayBeEmpty: boolean }) {
  const body = cleanText(text)
  const error = validateText(body, max)
  if (error === 'chat.empty' && mayBeEmpty) return ''
  if (error) throw fieldError('body', error, { max })
  return body
}
