import { hmacValidator as HmacValidator } from '@adyen/api-library'
import { validateIBAN } from 'ibantools'
import { startFakeApi, type ApiReply, type ApiRequest } from './fake-api.ts'

export const ADYEN_TEST = { apiKey: 'adyen-test-key', merchantAccount: 'RendezvousTest', hmacKey: 'ab'.repeat(32) }

interface AdyenLink {
  id: string
  reference: string
  amount: { value: number; currency: string }
  status: string
  url: string
  merchantAccount: string
  expiresAt: string
  shopperReference?: string
  returnUrl?: string
  allowedPaymentMethods?: string[]
}

/** The answer to a request whose idempotency key belongs to one that is still executed. */
const IN_PROGRESS: ApiReply = {
  status: 422,
  body: { status: 422, errorCode: '704', message: 'request already processed or in progress' },
  headers: { 'transient-error': 'true' },
}

const rejection = (errorCode: string, message: string): ApiReply => ({
  status: 422,
  body: { status: 422, errorCode, message, errorType: 'validation' },
})

/** Fields of a webhook item that a test sets. */
export interface AdyenItem {
  eventCode: string
  merchantReference: string
  pspReference: string
  amount: { value: number; currency: string }
  success?: string
  originalReference?: string
  merchantAccountCode?: string
  /** Of a chargeback: the code of the scheme. */
  reasonCode?: string
  /** When it happened, in the form of ISO 8601 with an offset. */
  eventDate?: string
}

/** Plays Adyen's Checkout API: payment links, charges, refunds, stored methods, and signed webhooks. */
export async function startFakeAdyen() {
  const links = new Map<string, AdyenLink>()
  /** Links that were opened, also those that a test has removed: an id stands for one link. */
  let created = 0
  const debits: { reference: string; pspReference: string; iban: string; ownerName: string }[] = []
  const charges: { reference: string; pspReference: string }[] = []
  const refunds: { psp: string; reference: string; amount: AdyenLink['amount'] }[] = []
  const stored = new Map<string, { id: string; shopperReference: string }>()
  const state = {
    resultCode: 'Authorised',
    rejects: false,
    /** Error for the next requests that move money, after they were executed; null: none. */
    errorCode: null as string | null,
    /** Error for the next debits, which have been executed or not; null: none. */
    debitError: null as string | null,
    isExecuted: false,
  }

  function openLink(body: AdyenLink): ApiReply {
    if (state.rejects) return { status: 422, body: { status: 422, errorCode: '905', message: 'Not configured' } }
    created += 1
    const id = `PLFAKE${created}`
    const url = `https://test.adyen.link/${id}`
    const link = { ...body, id, url, status: 'active', expiresAt: '2030-01-01T00:00:00Z' }
    links.set(id, link)
    return { status: 201, body: link }
  }

  /** The time of an order's link is over, unless it was paid. No webhook says so. */
  function expire(reference: string) {
    for (const link of links.values()) {
      if (link.reference === reference && link.status === 'active') link.status = 'expired'
    }
  }

  function charge({ reference, paymentMethod, shopperReference, amount }: ApiRequest['body']): ApiReply {
    if (paymentMethod.type === 'sepadirectdebit') return debit({ reference, paymentMethod, amount })
    if (stored.get(paymentMethod.storedPaymentMethodId)?.shopperReference !== shopperReference) {
      return { status: 422, body: { status: 422, errorCode: '800', message: 'Contract not found' } }
    }
    const pspReference = `CHARGE${charges.length + 1}`
    charges.push({ reference, pspReference })
    if (state.errorCode !== null) return { status: 422, body: { status: 422, errorCode: state.errorCode } }
    return { status: 200, body: { pspReference, resultCode: state.resultCode, merchantReference: reference } }
  }

  /** Adyen reports every debit that it takes as authorised; what the bank does with it comes as a webhook. */
  function debit({ reference, paymentMethod: { iban, ownerName }, amount }: ApiRequest['body']): ApiReply {
    if (!ownerName) return rejection('127', 'Account holder missing')
    if (!validateIBAN(iban ?? '').valid) return rejection('161', 'Invalid iban')
    if (amount.currency !== 'EUR') return rejection('138', 'Unsupported currency specified')
    if (state.debitError !== null && !state.isExecuted) return rejection(state.debitError, 'As the test wants it')
    const pspReference = `DEBIT${reference}`
    debits.push({ reference, pspReference, iban, ownerName })
    if (state.debitError !== null) return rejection(state.debitError, 'As the test wants it')
    return { status: 200, body: { pspReference, resultCode: state.resultCode, merchantReference: reference, amount } }
  }

  function answer({ method, path, query, headers, body }: ApiRequest): ApiReply {
    if (headers['x-api-key'] !== ADYEN_TEST.apiKey)
      return { status: 401, body: { status: 401, message: 'Unauthorized' } }
    const [, , resource, id = '', part] = path.split('/')
    if (resource === 'paymentLinks') {
      if (method === 'POST') return openLink(body)
      const link = links.get(id)
      if (link && method === 'PATCH') {
        if (link.status !== 'active') return { status: 422, body: { status: 422, message: 'Not active' } }
        link.status = body.status
      }
      return link ? { status: 200, body: link } : { status: 404, body: { status: 404 } }
    }
    if (resource === 'payments' && part === 'refunds') {
      if (state.rejects) return { status: 422, body: { status: 422, errorCode: '137', message: 'Invalid amount' } }
      refunds.push({ psp: id, reference: body.reference, amount: body.amount })
      if (state.errorCode !== null) return { status: 422, body: { status: 422, errorCode: state.errorCode } }
      return { status: 201, body: { status: 'received', pspReference: `REFUND${refunds.length}` } }
    }
    if (resource === 'payments') return charge(body)
    if (method === 'DELETE') return stored.delete(id) ? { status: 204 } : { status: 404, body: { status: 404 } }
    const own = [...stored.values()].filter((each) => each.shopperReference === query.get('shopperReference'))
    const methods = own.map((each) => ({ id: each.id, name: 'VISA', lastFour: '1111', type: 'scheme' }))
    return { status: 200, body: { merchantAccount: query.get('merchantAccount'), storedPaymentMethods: methods } }
  }

  return Object.assign(
    await startFakeApi(answer, {
      methods: ['POST'],
      inProgress: IN_PROGRESS,
      reused: rejection('702', 'Key was used'),
    }),
    {
      links,
      debits,
      charges,
      refunds,
      stored,
      state,
      expire,
    },
  )
}
export type FakeAdyen = Awaited<ReturnType<typeof startFakeAdyen>>

/** Makes the body of a webhook, signed as Adyen's library does. `hmacSignature` replaces the signature. */
export function adyenWebhook(items: AdyenItem[], hmacSignature?: string) {
  return {
    live: 'false',
    notificationItems: items.map(({ reasonCode, ...given }) => {
      const item = { success: 'true', originalReference: '', merchantAccountCode: ADYEN_TEST.merchantAccount, ...given }
      // The library's type demands fields that only some webhooks have.
      const signed = { ...item, additionalData: {} } as never
      const own = new HmacValidator().calculateHmac(signed, ADYEN_TEST.hmacKey)
      const additionalData = {
        hmacSignature: hmacSignature ?? own,
        ...(reasonCode !== undefined && { chargebackReasonCode: reasonCode }),
      }
      return { NotificationRequestItem: { ...item, additionalData } }
    }),
  }
}
