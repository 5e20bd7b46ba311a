import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSameText } from '#server/platform/encryption.ts'
import { AppError } from '#server/platform/errors.ts'
import { parseJson } from '#server/platform/parse-json.ts'

const Item = z.object({
  eventCode: z.string(),
  success: z.enum(['true', 'false']),
  pspReference: z.string(),
  originalReference: z.string().optional(),
  merchantAccountCode: z.string(),
  eventDate: z.iso.datetime({ offset: true }).optional().catch(undefined),
  merchantReference: z.string().default(''),
  amount: z.object({ value: z.int(), currency: z.string() }).optional(),
  additionalData: z.object({ hmacSignature: z.string(), chargebackReasonCode: z.string().optional() }),
})
type Item = z.output<typeof Item>

const Body = z.object({
  notificationItems: z
    .array(z.object({ NotificationRequestItem: z.looseObject({}) }))
    .min(1)
    .max(100),
})

/**
 * Reads the items of a webhook of Adyen. Each is signed; the signature covers the returned fields but the
 * reason and the time.
 * @throws AppError `payments.webhook_signature` if one is unsigned or of another merchant, `request.invalid`
 */
export function readItems({
  rawBody,
  hmacKey,
  merchantAccount,
}: {
  rawBody: Buffer
  hmacKey: string
  merchantAccount: string
}) {
  const body = Body.safeParse(parseJson(rawBody.toString()))
  if (!body.success) throw new AppError('request.invalid')
  return body.data.notificationItems.map(({ NotificationRequestItem }) => {
    const parsed = Item.safeParse(NotificationRequestItem)
    if (!parsed.success || !isSigned(parsed.data, hmacKey) || parsed.data.merchantAccountCode !== merchantAccount) {
      throw new AppError('payments.webhook_signature')
    }
    const {
      eventCode,
      success,
      pspReference,
      originalReference,
      merchantReference,
      amount,
      additionalData,
      eventDate,
    } = parsed.data
    return {
      eventCode,
      isSuccess: success === 'true',
      pspReference,
      originalReference: originalReference ?? null,
      ...partsOf(merchantReference),
      amountMinor: amount?.value ?? 0,
      currency: amount?.currency ?? '',
      reasonCode: additionalData.chargebackReasonCode ?? null,
      happenedAt: eventDate ? new Date(eventDate) : null,
    }
  })
}

/** The reference of a refund at Adyen, whose webhooks repeat it: that of its payment, and its own id. */
export function refundReference({ reference, refundId }: { reference: string; refundId: string }) {
  return `${reference}.${refundId}`
}

function partsOf(merchantReference: string) {
  const [reference = '', refundId = null] = merchantReference.split('.')
  return { reference, refundId }
}

/** Signs an item: HMAC-SHA-256 of the documented fields, in base64, with the key in hexadecimal. */
export function adyenSignature(item: Omit<Item, 'additionalData'>, hmacKey: string) {
  const {
    pspReference,
    originalReference = '',
    merchantAccountCode,
    merchantReference,
    amount,
    eventCode,
    success,
  } = item
  const fields = [pspReference, originalReference, merchantAccountCode, merchantReference, amount?.value ?? '']
  const text = [...fields, amount?.currency ?? '', eventCode, success].join(':')
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(text).digest('base64')
}

function isSigned({ additionalData, ...item }: Item, hmacKey: string) {
  return isSameText(additionalData.hmacSignature, adyenSignature(item, hmacKey))
}
