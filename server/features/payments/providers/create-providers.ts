import type { ProviderName } from '#contract/payments/providers.ts'
import type { Context } from '#server/platform/context.ts'
import type { Config } from '#server/platform/config.ts'
import type { PaymentConfig } from '#server/features/payments/config.ts'
import { createAdyen } from './adyen.ts'
import { guardProvider } from './guard.ts'
import { createMollie } from './mollie.ts'
import type { Provider } from './provider.ts'
import { createSandbox } from './sandbox.ts'

type Deps = Pick<Context, 'db' | 'clock' | 'log'> & { config: Config & PaymentConfig }

/** Addresses of the providers' APIs, where tests replace them. */
export type ApiUrls = Partial<Record<ProviderName, string>>

/**
 * Returns the providers of this installation. New payments go to the first of `PAYMENT_PROVIDER` that has the
 * method. One that is only configured still reports on its earlier payments.
 */
export function createProviders(context: Deps, urls: ApiUrls = {}): Provider[] {
  const { paymentProviders: selling, mollie, adyen } = context.config
  const configured: [ProviderName, Provider | null][] = [
    ['sandbox', selling.includes('sandbox') ? createSandbox(context) : null],
    ['mollie', mollie && createMollie(context, { ...mollie, url: urls.mollie })],
    ['adyen', adyen && createAdyen(context, { ...adyen, url: urls.adyen })],
  ]
  const rank = (name: ProviderName) => (selling.includes(name) ? selling.indexOf(name) : selling.length)
  return configured
    .toSorted(([first], [second]) => rank(first) - rank(second))
    .flatMap(([name, provider]) => {
      if (!provider) return []
      const guarded = guardProvider(context, provider)
      return [selling.includes(name) ? guarded : { ...guarded, supports: () => false, stores: () => false }]
    })
}
