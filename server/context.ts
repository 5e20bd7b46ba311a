import { Sites } from './features/settings/service.ts'
import { createContext, type Context } from './platform/context.ts'

/** The platform and the sites: what slices above `settings` may ask for. The platform knows no domain types. */
export interface AppContext extends Context {
  sites: Sites
}

/** Opens the platform on a migrated database. `buildApp` starts the sites; `close` stops them. */
export async function createAppContext(input: Parameters<typeof createContext>[0]): Promise<AppContext> {
  const context = await createContext(input)
  const sites = new Sites(context)
  return {
    ...context,
    sites,
    async close() {
      sites.stop()
      await context.close()
    },
  }
}
