import type { AppConfig } from './config.ts'
import { createProviders, type ApiUrls } from './features/payments/providers/create-providers.ts'
import type { Provider } from './features/payments/providers/provider.ts'
import { Sites } from './features/settings/service.ts'
import { createContext, type Context } from './platform/context.ts'

/** What slices may ask for: the platform, without domain types, the sites and the payment providers. */
export interface AppContext extends Context {
  config: AppConfig
  sites: Sites
  /** In the order in which they are asked whether they take a payment. */
  providers: Provider[]
}

/** Opens the platform on a migrated database. `buildApp` starts the sites; `close` stops them. */
export async function createAppContext({
  paymentApis,
  config,
  ...input
}: Parameters<typeof createContext>[0] & {
  config: AppConfig
  paymentApis?: ApiUrls | undefined
}): Promise<AppContext> {
  const context = await createContext({ config, ...input })
  const sites = new Sites(context)
  return {
    ...context,
    config,
    sites,
    providers: createProviders({ ...context, config }, paymentApis),
    async close() {
      sites.stop()
      await context.close()
    },
  }
}
