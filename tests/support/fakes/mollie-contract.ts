import {
  MandateMethod,
  MandateStatus,
  PaymentMethod,
  PaymentStatus,
  RefundStatus,
  SequenceType,
  type Mandate,
  type MandateCreateParams,
  type Payment,
  type PaymentCreateParams,
  type PaymentRefundCreateParams,
  type Refund,
} from '@mollie/api-client'
import type { FakeApi } from './fake-api.ts'

/** Keys of each member of a union. */
type AnyKey<T> = T extends unknown ? keyof T : never

/** Fields that the fake may have, which the published types name: the compiler compares them. */
const fields = {
  payment: [
    ...(['resource', 'id', 'status', 'amount', 'amountRefunded', 'amountChargedBack', 'method', 'metadata'] as const),
    ...(['customerId', 'mandateId', 'webhookUrl', 'redirectUrl', 'sequenceType', '_links', '_embedded'] as const),
  ] satisfies AnyKey<Payment>[],
  refund: ['resource', 'id', 'status', 'amount', 'metadata', 'paymentId', '_links'] satisfies AnyKey<Refund>[],
  mandate: [
    ...(['resource', 'id', 'status', 'method', 'details', 'mandateReference', 'signatureDate', '_links'] as const),
  ] satisfies AnyKey<Mandate>[],
  customer: ['resource', 'id', '_links'],
  list: ['count', '_embedded', '_links'],
}
/** Fields that the site may send. */
const parameters = {
  payments: [
    ...(['amount', 'description', 'metadata', 'webhookUrl', 'redirectUrl', 'method', 'locale'] as const),
    ...(['customerId', 'mandateId', 'sequenceType'] as const),
  ] satisfies AnyKey<PaymentCreateParams>[],
  refunds: ['amount', 'metadata'] satisfies AnyKey<PaymentRefundCreateParams>[],
  mandates: [
    ...(['method', 'consumerName', 'consumerAccount', 'signatureDate', 'mandateReference'] as const),
  ] satisfies AnyKey<MandateCreateParams>[],
  customers: [],
}
const values: Partial<Record<string, Record<string, string>>> = {
  'payment.status': PaymentStatus,
  'payment.method': PaymentMethod,
  'payment.sequenceType': SequenceType,
  'refund.status': RefundStatus,
  'mandate.status': MandateStatus,
  'mandate.method': MandateMethod,
}

type Json = Record<string, unknown>

function faultsOfModel(model: Json, at: string): string[] {
  const kind = typeof model['resource'] === 'string' ? model['resource'] : 'list'
  const names: readonly string[] | undefined = kind in fields ? fields[kind as keyof typeof fields] : undefined
  if (!names) return [`${at} is ${kind}`]
  return Object.entries(model).flatMap(([name, value]) => {
    if (value === undefined || value === null) return []
    if (!names.includes(name)) return [`${at}: ${kind} has no ${name}`]
    const list = values[`${kind}.${name}`]
    if (!list || (typeof value === 'string' && Object.values(list).includes(value))) return []
    return [`${at}: ${name} is ${JSON.stringify(value)}`]
  })
}

/** Returns every difference between what the fake was sent or has answered and Mollie's published types. */
export function mollieContractFaults({ replies }: Pick<FakeApi, 'replies'>) {
  const faults = replies.flatMap(({ request, reply }) => {
    const at = `${request.method} ${request.path.replace(/(tr|cst|mdt)_\w+/, '$1_')}`
    const [resource] = request.path.split('/').toReversed()
    const allowed: readonly string[] = parameters[resource as keyof typeof parameters] ?? []
    const sent = request.method === 'POST' ? Object.keys((request.body ?? {}) as Json) : []
    const body = reply.status < 400 ? (reply.body as Json | undefined) : undefined
    return [
      ...sent.filter((name) => !allowed.includes(name)).map((name) => `${at} has the parameter ${name}`),
      ...(body ? faultsOfModel(body, `answer to ${at}`) : []),
    ]
  })
  return [...new Set(faults)]
}
