import http from 'node:http'
import { vi } from 'vitest'
import { startFakeApi, type ApiReply, type ApiRequest } from './fake-api.ts'

interface Amount {
  currency: string
  value: string
}

interface MollieRefund {
  resource: 'refund'
  id: string
  status: string
  amount: Amount
  metadata: unknown
}

/** A payment as the documentation of Mollie's Payments API describes it, as far as the site reads it. */
interface MolliePayment {
  resource: 'payment'
  id: string
  status: string
  amount: Amount
  amountRefunded?: Amount
  amountChargedBack?: Amount
  method: string | null
  customerId?: string
  metadata: unknown
  webhookUrl?: string
  redirectUrl?: string
  sequenceType: string
  _links: { self: { href: string }; checkout?: { href: string } }
  _embedded?: { refunds: MollieRefund[] }
}

const list = (name: string, items: unknown[]) => ({
  status: 200,
  body: {
    count: items.length,
    _embedded: { [name]: items },
    _links: { self: { href: '' }, previous: null, next: null },
  },
})
const notFound: ApiReply = { status: 404, body: { status: 404, title: 'Not Found', detail: 'No such resource' } }

/** Plays Mollie's API of version 2: payments, refunds, customers and mandates. */
export async function startFakeMollie() {
  const plainHttp = allowPlainHttp()
  const payments = new Map<string, MolliePayment>()
  const customers = new Set<string>()
  let created = 0
  const state = { declines: false, rejects: false, cancels: true }

  function create({ body }: ApiRequest): ApiReply {
    if (state.rejects)
      return { status: 422, body: { status: 422, title: 'Unprocessable Entity', detail: 'Not enabled' } }
    if (body.customerId && !customers.has(body.customerId)) return notFound
    const id = `tr_fake${payments.size + 1}`
    const isRecurring = body.sequenceType === 'recurring'
    const payment: MolliePayment = {
      resource: 'payment',
      id,
      status: isRecurring ? (state.declines ? 'failed' : 'paid') : 'open',
      amount: body.amount,
      method: body.method ?? null,
      customerId: body.customerId,
      metadata: body.metadata,
      webhookUrl: body.webhookUrl,
      redirectUrl: body.redirectUrl,
      sequenceType: body.sequenceType ?? 'oneoff',
      _links: {
        self: { href: `https://api.mollie.com/v2/payments/${id}` },
        ...(!isRecurring && { checkout: { href: `https://www.mollie.com/checkout/${id}` } }),
      },
    }
    payments.set(id, payment)
    return { status: 201, body: payment }
  }

  function refund(payment: MolliePayment, { amount, metadata }: { amount: Amount; metadata: unknown }): ApiReply {
    const isDuplicate = payment._embedded?.refunds.some((earlier) => earlier.amount.value === amount.value)
    if (isDuplicate) return { status: 409, body: { status: 409, title: 'Conflict', detail: 'A duplicate refund' } }
    const before = Number(payment.amountRefunded?.value ?? 0)
    const sum = before + Number(amount.value)
    if (payment.status !== 'paid' || sum > Number(payment.amount.value)) {
      return { status: 422, body: { status: 422, title: 'Unprocessable Entity', detail: 'Amount too high' } }
    }
    payment.amountRefunded = { currency: amount.currency, value: sum.toFixed(2) }
    const made = { resource: 'refund' as const, id: `re_fake${payment.id}`, status: 'pending', amount, metadata }
    payment._embedded = { refunds: [...(payment._embedded?.refunds ?? []), made] }
    return { status: 201, body: { ...made, paymentId: payment.id, _links: {} } }
  }

  function cancel(payment: MolliePayment): ApiReply {
    if (payment.status !== 'open' || !state.cancels) {
      return { status: 422, body: { status: 422, title: 'Unprocessable Entity', detail: 'Not cancelable' } }
    }
    payment.status = 'canceled'
    return { status: 200, body: payment }
  }

  function answer(request: ApiRequest): ApiReply {
    const { method, path, body, headers } = request
    if (headers.authorization !== `Bearer ${MOLLIE_TEST_KEY}`) {
      return { status: 401, body: { status: 401, title: 'Unauthorized Request', detail: 'Missing authentication' } }
    }
    const [, , resource, id = '', part] = path.split('/')
    if (resource === 'customers') {
      if (method === 'POST') {
        created += 1
        const customer = `cst_fake${created}`
        customers.add(customer)
        return { status: 201, body: { resource: 'customer', id: customer, _links: {} } }
      }
      if (!customers.has(id)) return notFound
      const own = [...payments.values()].filter(({ customerId }) => customerId === id)
      if (part === 'payments') return list('payments', own)
      if (part === 'mandates') {
        const isPaid = own.some(({ status, sequenceType }) => status === 'paid' && sequenceType === 'first')
        const details = { cardNumber: '6787', cardLabel: 'Mastercard', cardHolder: 'x', cardExpiryDate: '2030-01-31' }
        const mandate = {
          resource: 'mandate',
          id: `mdt_${id}`,
          status: 'valid',
          method: 'creditcard',
          details,
          _links: {},
        }
        return list('mandates', isPaid ? [mandate] : [])
      }
      customers.delete(id)
      return { status: 204 }
    }
    if (method === 'POST' && !id) return create(request)
    const payment = payments.get(id)
    if (!payment) return notFound
    if (method === 'DELETE') return cancel(payment)
    if (part !== 'refunds') return { status: 200, body: payment }
    return method === 'POST' ? refund(payment, body) : list('refunds', payment._embedded?.refunds ?? [])
  }

  const api = await startFakeApi(answer, { inProgress: { status: 409, body: { status: 409, title: 'Conflict' } } })
  const { close } = api
  api.close = () => {
    plainHttp.mockRestore()
    return close()
  }
  return Object.assign(api, { payments, customers, state })
}
export type FakeMollie = Awaited<ReturnType<typeof startFakeMollie>>

export const MOLLIE_TEST_KEY = `test_${'a'.repeat(30)}`

/** Mollie's client sends everything through an agent for HTTPS that trusts only its own authorities. */
function allowPlainHttp() {
  const send = http.request
  return vi
    .spyOn(http, 'request')
    .mockImplementation(((options: http.RequestOptions, ...rest: []) =>
      send({ ...options, agent: undefined }, ...rest)) as typeof http.request)
}
