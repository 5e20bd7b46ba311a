import { z } from 'zod'
import { providerNames } from '#contract/payments/providers.ts'

const realProviders = providerNames.filter((name) => name !== 'sandbox')

function areRealProviders(names: string[]) {
  return names.every((name) => realProviders.some((each) => each === name)) && new Set(names).size === names.length
}

/** The environment variables of payments: part of `Environment` in server/config.ts. */
export const paymentEnvironment = {
  PAYMENT_PROVIDER: z
    .string()
    .refine((text) => text === 'none' || text === 'sandbox' || areRealProviders(text.split(',')), {
      error: `must be none, sandbox, ${realProviders.join(', ')}, or several of the real ones separated by commas`,
    })
    .optional()
    .meta({
      description:
        'Provider that takes payments: `mollie`, `adyen`, or both as `mollie,adyen`: then the first one that has the payment method takes it. `sandbox` takes no real money and exists in `demo` only; with `none` nothing can be bought.',
      shownDefault: '`sandbox`; must be set in production',
    }),
  MOLLIE_API_KEY: z
    .string()
    .regex(/^(test|live)_\w{30,}$/, { error: 'must begin with test_ or live_' })
    .optional()
    .meta({
      description:
        'API key of Mollie. In `demo` a test key, in `production` a live one. Keep it after a change of `PAYMENT_PROVIDER`: earlier payments still need it.',
      shownDefault: 'none; must be set for the provider `mollie`',
    }),
  ADYEN_API_KEY: z.string().min(1).optional().meta({
    description: 'API key of Adyen, with the roles for checkout, payment links and stored payment methods.',
    shownDefault: 'none; must be set for the provider `adyen`',
  }),
  ADYEN_MERCHANT_ACCOUNT: z.string().min(1).optional().meta({
    description: 'Merchant account at Adyen. Its payments must be captured automatically.',
    shownDefault: 'none; must be set for the provider `adyen`',
  }),
  ADYEN_HMAC_KEY: z
    .string()
    .regex(/^([\dA-Fa-f]{2}){16,}$/, { error: 'must be hexadecimal' })
    .optional()
    .meta({
      description:
        'Key with which Adyen signs its standard webhook, which goes to `/api/payments/webhooks/adyen` of `PUBLIC_URL`.',
      shownDefault: 'none; must be set for the provider `adyen`',
    }),
  ADYEN_LIVE_PREFIX: z
    .string()
    .regex(/^[\w-]+$/, { error: 'must be the prefix of the live endpoints' })
    .optional()
    .meta({
      description: 'Prefix of the live endpoints of Adyen. Without it payments are tests.',
      shownDefault: 'none; must be set in production for the provider `adyen`',
    }),
}

const PaymentEnv = z.object(paymentEnvironment)
type PaymentEnv = z.output<typeof PaymentEnv>

export type PaymentConfig = ReturnType<typeof paymentConfig>

/** The providers that take payments, and what is needed to speak with each. */
export function paymentConfig(env: PaymentEnv) {
  const names = (env.PAYMENT_PROVIDER ?? 'sandbox').split(',')
  return {
    paymentProviders: names.flatMap((name) => providerNames.filter((each) => each === name)),
    mollie: env.MOLLIE_API_KEY === undefined ? null : { apiKey: env.MOLLIE_API_KEY },
    adyen:
      env.ADYEN_API_KEY === undefined || !env.ADYEN_MERCHANT_ACCOUNT || !env.ADYEN_HMAC_KEY
        ? null
        : {
            apiKey: env.ADYEN_API_KEY,
            merchantAccount: env.ADYEN_MERCHANT_ACCOUNT,
            hmacKey: env.ADYEN_HMAC_KEY,
            livePrefix: env.ADYEN_LIVE_PREFIX,
          },
  }
}

/**
 * Returns what is wrong where a value is true or not empty: every provider needs all of its variables, a demo
 * takes no real money, and production no test payments.
 */
export function paymentFaults(env: PaymentEnv & { SITE_MODE: 'demo' | 'production' }): Record<string, unknown> {
  const isProduction = env.SITE_MODE === 'production'
  const names = env.PAYMENT_PROVIDER?.split(',') ?? []
  const adyen = [env.ADYEN_API_KEY, env.ADYEN_MERCHANT_ACCOUNT, env.ADYEN_HMAC_KEY]
  return {
    'PAYMENT_PROVIDER must be set in production; PAYMENT_PROVIDER=none runs the site without selling anything.':
      isProduction && !env.PAYMENT_PROVIDER,
    'PAYMENT_PROVIDER must not be sandbox in production, because it grants credits without real money.':
      isProduction && env.PAYMENT_PROVIDER === 'sandbox',
    'MOLLIE_API_KEY must be set for the payment provider mollie.': names.includes('mollie') && !env.MOLLIE_API_KEY,
    'MOLLIE_API_KEY must begin with live_ in production, because test payments grant credits without real money.':
      isProduction && env.MOLLIE_API_KEY?.startsWith('test_'),
    'MOLLIE_API_KEY must begin with test_ in a demo, because its members are invented.':
      !isProduction && env.MOLLIE_API_KEY?.startsWith('live_'),
    'ADYEN_API_KEY, ADYEN_MERCHANT_ACCOUNT and ADYEN_HMAC_KEY must be set together, and for the payment provider adyen.':
      (names.includes('adyen') || adyen.some(Boolean)) && !adyen.every(Boolean),
    'ADYEN_LIVE_PREFIX must be set in production, because test payments grant credits without real money.':
      isProduction && env.ADYEN_API_KEY && !env.ADYEN_LIVE_PREFIX,
    'ADYEN_LIVE_PREFIX must not be set in a demo, because its members are invented.':
      !isProduction && env.ADYEN_LIVE_PREFIX,
  }
}
