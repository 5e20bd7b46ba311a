import { validateIBAN } from 'ibantools'
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
  status: 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled'
  amount: Amount
  metadata: unknown
}

interface MollieChargeback {
  resource: 'chargeback'
  id: string
  amount: Amount
  reason: { code: string; description: string } | null
}

interface MollieMandate {
  resource: 'mandate'
  id: string
  status: 'valid' | 'pending' | 'invalid'
  method: 'creditcard' | 'directdebit'
  details: Record<string, string>
  mandateReference?: string
  signatureDate?: string
  _links: object
}

/** A payment as the documentation of Mollie's Payments API describes it, as far as the site reads it. */
export interface MolliePayment {
  resource: 'payment'
  id: string
  status: string
  amount: Amount
  amountRefunded?: Amount
  amountChargedBack?: Amount
  method: string | null
  customerId?: string
  mandateId?: string
  metadata: unknown
  webhookUrl?: string
  redirectUrl?: string
  sequenceType: string
  _links: { self: { href: string }; checkout?: { href: string } }
  _embedded?: { refunds?: MollieRefund[]; chargebacks?: MollieChargeback[] }
}

const list = (name: string, items: unknown[]) => ({
  status: 200,
  body: {
    count: items.length,
    _embedded: { [name]: items },
    _links: { self: { href: '' }, previous: null, next: null },
  },
})
const titles = { 404: 'Not Found', 409: 'Conflict', 410: 'Gone', 422: 'Unprocessable Entity' }
const problem = (status: keyof typeof titles, detail: string, field?: string): ApiReply => ({
  status,
  body: { status, title: titles[status], detail, ...(field !== undefined && { field }) },
})
const notFound = problem(404, 'No such resource')

/**
 * Plays Mollie's API of version 2: payments, refunds, customers and mandates. Keys hold for an hour there:
 * `forgetKeys`. Direct debits stay pending until a test lets the bank decide.
 */
export async function startFakeMollie() {
  const plainHttp = allowPlainHttp()
  const payments = new Map<string, MolliePayment>()
  const customers = new Map<string, MollieMandate[]>()
  const deleted = new Set<string>()
  let created = 0
  const state = { declines: false, rejects: false, cancels: true, rejectsMandates: false }

  function create({ body }: ApiRequest): ApiReply {
    if (state.rejects) return problem(422, 'The payment method is not enabled in your website profile', 'method')
    const isRecurring = body.sequenceType === 'recurring'
    if (body.customerId && !customers.has(body.customerId)) return problem(404, 'No customer exists with this token')
    if (body.sequenceType && !body.customerId) return problem(422, 'The customer is required', 'customerId')
    const mandate = isRecurring ? mandatesOf(body.customerId).find(({ id }) => id === body.mandateId) : undefined
    if (isRecurring && mandate?.status !== 'valid') return problem(422, 'The mandate is invalid', 'mandateId')
    if (!isRecurring && !body.redirectUrl) return problem(422, 'The redirect location is required', 'redirectUrl')
    const id = `tr_fake${payments.size + 1}`
    const payment: MolliePayment = {
      resource: 'payment',
      id,
      status: !isRecurring
        ? 'open'
        : mandate?.method === 'directdebit'
          ? 'pending'
          : state.declines
            ? 'failed'
            : 'paid',
      amount: body.amount,
      method: body.method ?? mandate?.method ?? null,
      customerId: body.customerId,
      ...(mandate && { mandateId: mandate.id }),
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

  function createMandate(customer: string, { body }: ApiRequest): ApiReply {
    if (body.method !== 'directdebit') return problem(422, 'The payment method is invalid', 'method')
    if (!body.consumerName) return problem(422, 'The consumer name is required', 'consumerName')
    if (state.rejectsMandates || !validateIBAN(body.consumerAccount ?? '').valid)
      return problem(422, 'The bank account is invalid', 'consumerAccount')
    const { consumerName, consumerAccount, mandateReference, signatureDate } = body
    created += 1
    const mandate: MollieMandate = {
      resource: 'mandate',
      id: `mdt_fake${created}`,
      status: 'valid',
      method: 'directdebit',
      details: { consumerName, consumerAccount, consumerBic: 'ABNANL2A' },
      mandateReference,
      signatureDate,
      _links: {},
    }
    customers.get(customer)?.push(mandate)
    return { status: 201, body: mandate }
  }

  function mandatesOf(customer: string) {
    const paid = [...payments.values()].filter(({ customerId }) => customerId === customer)
    const isPaid = paid.some(({ status, sequenceType }) => status === 'paid' && sequenceType === 'first')
    const details = { cardNumber: '6787', cardLabel: 'Mastercard', cardHolder: 'x', cardExpiryDate: '2030-01-31' }
    const card: MollieMandate = {
      resource: 'mandate',
      id: `mdt_${customer}`,
      status: 'valid',
      method: 'creditcard',
      details,
      _links: {},
    }
    return [...(customers.get(customer) ?? []), ...(isPaid ? [card] : [])]
  }

  function refund(payment: MolliePayment, { amount, metadata }: { amount: Amount; metadata: unknown }): ApiReply {
    const refunds = payment._embedded?.refunds ?? []
    if (refunds.some((earlier) => earlier.amount.value === amount.value))
      return problem(409, 'A duplicate refund has been detected')
    const before = Number(payment.amountRefunded?.value ?? 0)
    const sum = before + Number(amount.value)
    if (payment.status !== 'paid') return problem(422, 'The payment has not been paid')
    if (sum > Number(payment.amount.value)) return problem(422, 'The specified amount cannot be refunded', 'amount')
    payment.amountRefunded = { currency: amount.currency, value: sum.toFixed(2) }
    const id = `re_fake${payment.id}${refunds.length + 1}`
    const made = { resource: 'refund' as const, id, status: 'pending' as const, amount, metadata }
    payment._embedded = { ...payment._embedded, refunds: [...refunds, made] }
    return { status: 201, body: { ...made, paymentId: payment.id, _links: {} } }
  }

  function cancel(payment: MolliePayment): ApiReply {
    const isCancelable = payment.status === 'open' || (payment.status === 'pending' && payment.method === 'directdebit')
    if (!isCancelable || !state.cancels) return problem(422, 'The payment cannot be cancelled')
    payment.status = 'canceled'
    return { status: 200, body: payment }
  }

  /** The time to pay is over. A payment that the buyer has ended before stays as it is. */
  function expire(payment: MolliePayment) {
    if (payment.status === 'open') payment.status = 'expired'
  }

  /** The buyer presses the button of Mollie's page to cancel. */
  function cancelAsBuyer(payment: MolliePayment) {
    if (payment.status === 'open') payment.status = 'canceled'
  }

  /** Someone refunds the whole payment on Mollie's own pages. */
  function payBack(payment: MolliePayment) {
    refund(payment, { amount: payment.amount, metadata: null })
  }

  function chargeBack(payment: MolliePayment) {
    payment.amountChargedBack = payment.amount
    const chargeback = {
      resource: 'chargeback' as const,
      id: `chb_${payment.id}`,
      amount: payment.amount,
      reason: null,
    }
    payment._embedded = { ...payment._embedded, chargebacks: [chargeback] }
  }

  /** Accepted refunds do not arrive: the money is with Mollie again. */
  function endRefunds(payment: MolliePayment, status: 'failed' | 'canceled') {
    for (const each of payment._embedded?.refunds ?? []) each.status = status
    payment.amountRefunded = { currency: payment.amount.currency, value: '0.00' }
  }

  function answerCustomer(request: ApiRequest, id: string, part: string | undefined): ApiReply {
    const { method } = request
    if (method === 'POST' && !id) {
      created += 1
      const customer = `cst_fake${created}`
      customers.set(customer, [])
      return { status: 201, body: { resource: 'customer', id: customer, _links: {} } }
    }
    if (deleted.has(id)) return problem(410, 'The customer is no longer available')
    if (!customers.has(id)) return notFound
    if (part === 'payments')
      return list(
        'payments',
        [...payments.values()].filter(({ customerId }) => customerId === id),
      )
    if (part === 'mandates') return method === 'POST' ? createMandate(id, request) : list('mandates', mandatesOf(id))
    customers.delete(id)
    deleted.add(id)
    return { status: 204 }
  }

  function answer(request: ApiRequest): ApiReply {
    const { method, path, body, headers } = request
    if (headers.authorization !== `Bearer ${MOLLIE_TEST_KEY}`) {
      return { status: 401, body: { status: 401, title: 'Unauthorized Request', detail: 'Missing authentication' } }
    }
    const [, , resource, id = '', part] = path.split('/')
    if (resource === 'customers') return answerCustomer(request, id, part)
    if (method === 'POST' && !id) return create(request)
    const payment = payments.get(id)
    if (!payment) return notFound
    if (method === 'DELETE') return cancel(payment)
    if (part !== 'refunds') return { status: 200, body: payment }
    return method === 'POST' ? refund(payment, body) : list('refunds', payment._embedded?.refunds ?? [])
  }

  const api = await startFakeApi(answer, {
    methods: ['POST', 'PATCH', 'DELETE'],
    inProgress: problem(409, 'Another request with this idempotency key is being processed'),
    reused: problem(422, 'The idempotency key belongs to another request'),
  })
  const { close } = api
  api.close = () => {
    plainHttp.mockRestore()
    return close()
  }
  const happenings = { expire, cancelAsBuyer, payBack, chargeBack, endRefunds }
  return Object.assign(api, { payments, customers, state, ...happenings })
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
