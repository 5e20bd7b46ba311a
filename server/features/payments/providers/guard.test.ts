import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { guardProvider } from './guard.ts'
import { ProviderNotReady, ProviderRejection, type Provider } from './provider.ts'

const log = createLog({ logLevel: 'silent' })
const unavailable = { code: 'payments.provider_unavailable', status: 503 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function guarded(findPayment: Provider['findPayment']) {
  const ask = vi.fn<Provider['findPayment']>(findPayment)
  const provider: Provider = {
    name: 'mollie',
    supports: () => true,
    createCheckout: () => Promise.reject(new Error('not used')),
    stores: () => false,
    readWebhook: () => Promise.resolve([{ providerRef: 'a' }]),
    findPayment: ask,
    close: () => Promise.resolve(),
    refund: () => Promise.reject(new ProviderRejection('no')),
    findStored: () => Promise.resolve(null),
    charge: () => Promise.reject(new ProviderRejection('no')),
    debits: null,
    deletePaymentMethod: () => Promise.resolve(),
  }
  return { ask, provider: guardProvider({ log }, provider) }
}

test('an answer is passed on', async () => {
  const { provider } = guarded(() => Promise.resolve(null))
  expect(await provider.findPayment('a')).toBeNull()
})

test('a provider that is down is not asked until a pause is over, and then again', async () => {
  let isDown = true
  const { ask, provider } = guarded(() => (isDown ? Promise.reject(new Error('no network')) : Promise.resolve(null)))
  for (let n = 0; n < 8; n += 1) await expect(provider.findPayment('a')).rejects.toMatchObject(unavailable)
  expect(ask).toHaveBeenCalledTimes(5)
  isDown = false
  await expect(provider.findPayment('a')).rejects.toMatchObject(unavailable)
  vi.advanceTimersByTime(30_000)
  expect(await provider.findPayment('a')).toBeNull()
})

test('a provider that does not answer is given up', async () => {
  const { provider } = guarded(() => new Promise(() => {}))
  const answer = provider.findPayment('a').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await answer).toMatchObject(unavailable)
})

test('a rejection is an answer', async () => {
  const { ask, provider } = guarded(() => Promise.resolve(null))
  const refund = { providerRef: 'a', refundId: '1', amountMinor: 1, currency: 'EUR' }
  for (let n = 0; n < 8; n += 1) await expect(provider.refund(refund)).rejects.toThrow(ProviderRejection)
  await provider.findPayment('a')
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a provider that cannot say yet what became of a payment is not down', async () => {
  const { ask, provider } = guarded(() => Promise.reject(new ProviderNotReady('not yet')))
  for (let n = 0; n < 8; n += 1) await expect(provider.findPayment('a')).rejects.toMatchObject(unavailable)
  expect(ask).toHaveBeenCalledTimes(8)
})
