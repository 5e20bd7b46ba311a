import { Types } from '@adyen/api-library'
import type { FakeApi } from './fake-api.ts'

interface Attribute {
  baseName: string
  type: string
}

/** A class that Adyen generates from its OpenAPI description. */
type Described = Record<string, unknown> & { getAttributeTypeMap?: () => Attribute[] }
const checkout = Types.checkout as unknown as Record<string, Described>
const notification = Types.notification as unknown as Record<string, Described>

/** What is described as one of many classes: the one that its `type` names. */
const methodClasses: Record<string, string> = { scheme: 'CardDetails', sepadirectdebit: 'SepaDirectDebitDetails' }

interface Value {
  schema: Record<string, Described>
  type: string
  value: unknown
  at: string
}

/** Returns what of a value is not as described: unknown fields, other types, other values of a list. */
function faultsOf({ schema, type: described, value, at }: Value): string[] {
  const type = described.replace(' | null', '')
  const item = /^Array<(.+)>$/.exec(type)?.[1]
  if (item !== undefined) {
    if (!Array.isArray(value)) return [`${at} is no list`]
    return value.flatMap((each: unknown, index) => faultsOf({ schema, type: item, value: each, at: `${at}.${index}` }))
  }
  const [className = '', listName] = type.split('.')
  if (listName !== undefined) {
    // The client exports the lists of values with their classes.
    const list = schema[className]?.[listName] ?? {}
    return Object.values(list).includes(value) ? [] : [`${at} has the value ${String(value)}`]
  }
  if (type === 'PaymentRequestPaymentMethod') {
    const { type: method = '' } = value as { type?: string }
    return faultsOf({ schema, type: methodClasses[method] ?? `method ${method}`, value, at })
  }
  const attributes = schema[type]?.getAttributeTypeMap?.()
  if (!attributes) {
    // Free names and texts.
    if (type.startsWith('{') || type === 'AdditionalData') return []
    return typeof value === (type === 'Date' ? 'string' : type) ? [] : [`${at} is not ${type}`]
  }
  return Object.entries(value as object).flatMap(([name, inner]) => {
    const attribute = attributes.find(({ baseName }) => baseName === name)
    if (!attribute) return [`${at}.${name} is not in ${type}`]
    return inner === undefined ? [] : faultsOf({ schema, type: attribute.type, value: inner, at: `${at}.${name}` })
  })
}

/** The classes of request and reply, by method and path without version and ids. */
const calls: [RegExp, { request?: string; reply?: string }][] = [
  [/^POST \/v\d+\/paymentLinks$/, { request: 'PaymentLinkRequest', reply: 'PaymentLinkResponse' }],
  [/^GET \/v\d+\/paymentLinks\/\w+$/, { reply: 'PaymentLinkResponse' }],
  [/^PATCH \/v\d+\/paymentLinks\/\w+$/, { request: 'UpdatePaymentLinkRequest', reply: 'PaymentLinkResponse' }],
  [/^POST \/v\d+\/payments$/, { request: 'PaymentRequest', reply: 'PaymentResponse' }],
  [/^POST \/v\d+\/payments\/\w+\/refunds$/, { request: 'PaymentRefundRequest', reply: 'PaymentRefundResponse' }],
  [/^GET \/v\d+\/storedPaymentMethods$/, { reply: 'ListStoredPaymentMethodsResponse' }],
  [/^DELETE \/v\d+\/storedPaymentMethods\/\w+$/, {}],
]

/** Returns every difference between what the fake was sent or has answered and the published description. */
export function adyenContractFaults({ replies }: Pick<FakeApi, 'replies'>) {
  const faults = replies.flatMap(({ request, reply }) => {
    const at = `${request.method} ${request.path}`
    const entry = calls.find(([pattern]) => pattern.test(at))
    if (!entry) return [`${at} does not exist`]
    const [, { request: asked, reply: answered }] = entry
    const type = reply.status < 400 ? answered : 'ServiceError'
    return [
      ...(asked === undefined ? [] : faultsOf({ schema: checkout, type: asked, value: request.body, at })),
      ...(type === undefined || reply.body === undefined
        ? []
        : faultsOf({ schema: checkout, type, value: reply.body, at: `answer to ${at}` })),
    ]
  })
  return [...new Set(faults)]
}

/** Returns what of a webhook is not as the published description says. */
export function adyenWebhookFaults(body: unknown) {
  return faultsOf({ schema: notification, type: 'Notification', value: body, at: 'webhook' })
}
