import { circuitBreaker, ConsecutiveBreaker, handleWhen, timeout, TimeoutStrategy, wrap } from 'cockatiel'
import { SECOND } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { ProviderNotReady, ProviderRejection, type Provider } from './provider.ts'

const TIMEOUT_MS = 10 * SECOND
/** Failures in a row after which the provider counts as down. */
const FAILURES = 5
/** While it is down no request waits for it; after this time one request tries it again. */
const PAUSE_MS = 30 * SECOND

/**
 * Protects the site against a provider that is slow or down: a request takes `TIMEOUT_MS` at most, and after
 * `FAILURES` failures in a row the next ones fail at once. Every failure but a rejection is AppError
 * `payments.provider_unavailable`; an answer without a result is no failure of the provider.
 */
export function guardProvider({ log }: Pick<Context, 'log'>, provider: Provider): Provider {
  const failures = handleWhen((error) => !(error instanceof ProviderRejection || error instanceof ProviderNotReady))
  const breaker = circuitBreaker(failures, { halfOpenAfter: PAUSE_MS, breaker: new ConsecutiveBreaker(FAILURES) })
  breaker.onBreak(() => log.error({ provider: provider.name }, 'payment provider is down'))
  breaker.onReset(() => log.info({ provider: provider.name }, 'payment provider is up again'))
  const policy = wrap(breaker, timeout(TIMEOUT_MS, TimeoutStrategy.Aggressive))

  async function ask<T>(request: () => Promise<T>) {
    try {
      return await policy.execute(request)
    } catch (error) {
      if (error instanceof ProviderRejection) throw error
      throw new AppError('payments.provider_unavailable', { cause: error })
    }
  }

  const { debits } = provider
  return {
    name: provider.name,
    supports: (offer) => provider.supports(offer),
    stores: (method) => provider.stores(method),
    readWebhook: (request) => provider.readWebhook(request),
    createCheckout: (order) => ask(() => provider.createCheckout(order)),
    findPayment: (providerRef) => ask(() => provider.findPayment(providerRef)),
    close: (providerRef) => ask(() => provider.close(providerRef)),
    refund: (refund) => ask(() => provider.refund(refund)),
    findStored: (customerRef) => ask(() => provider.findStored(customerRef)),
    charge: (charge) => ask(() => provider.charge(charge)),
    debits: debits && {
      register: (order) => ask(() => debits.register(order)),
      collect: (debit) => ask(() => debits.collect(debit)),
    },
    deletePaymentMethod: (stored) => ask(() => provider.deletePaymentMethod(stored)),
  }
}
