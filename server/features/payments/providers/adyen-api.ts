import type { CheckoutAPI, Client } from '@adyen/api-library'
import type { PaymentConfig } from '#server/features/payments/config.ts'
import type { Context } from '#server/platform/context.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import { adyenHttp } from './adyen-http.ts'

export type AdyenAccount = NonNullable<PaymentConfig['adyen']> & { url?: string | undefined }

/** What a request to Adyen needs. */
export type Adyen = Pick<Context, 'db' | 'clock'> & { apis: () => Promise<CheckoutAPI>; merchantAccount: string }

/** The client is large and loaded with the first request: an installation without Adyen never loads it. */
export function lazyApis({ apiKey, livePrefix, url }: Pick<AdyenAccount, 'apiKey' | 'livePrefix' | 'url'>) {
  return loadOnce(async (): Promise<CheckoutAPI> => {
    const adyen = await import('@adyen/api-library')
    const environment = livePrefix === undefined ? adyen.EnvironmentEnum.TEST : adyen.EnvironmentEnum.LIVE
    const config = { apiKey, environment, ...(livePrefix !== undefined && { liveEndpointUrlPrefix: livePrefix }) }
    const client: Client = new adyen.Client(config, adyenHttp(url))
    return new adyen.CheckoutAPI(client)
  })
}
