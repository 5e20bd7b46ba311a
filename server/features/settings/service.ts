import { CompanyInfo, type Settings } from '#contract/settings.ts'
import { SECOND } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { defaultSettings, demoCompany } from './defaults.ts'
import { settingsChanged } from './events.ts'
import { findSites, hasSites, insertSite, lockSites, mergeSettings } from './queries.ts'
import { completeSettings, domainsOf, isDevelopmentHost, StoredSettings } from './rules.ts'

export interface Site {
  id: number
  domain: string
  /** Answers for host names that no other site has. */
  isDefault: boolean
  settings: Settings
  company: CompanyInfo
}

/** A change made by another node is visible here after this time at the latest (SET-4). */
const REFRESH_MS = 5 * SECOND

type Deps = Pick<Context, 'config' | 'db' | 'transaction' | 'clock' | 'events' | 'log'>

interface LoadedSites {
  byDomain: Map<string, Site>
  byId: Map<number, Site>
  fallback: Site
}

/**
 * All sites of the installation, in memory because every request needs its site. `start` loads them and keeps them
 * current; `stop` ends that, and the loaded sites stay readable.
 */
export class Sites {
  readonly #deps: Deps
  #loaded: LoadedSites | null = null
  #timer: NodeJS.Timeout | null = null
  /** Invalid fields last logged, by domain: the same entry every few seconds would fill the log. */
  readonly #logged = new Map<string, string>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Returns the site of a host name, or the default site. */
  of(host: string): Site {
    const { byDomain, fallback } = this.#sites()
    for (const domain of domainsOf(host)) {
      const site = byDomain.get(domain)
      if (site) return site
    }
    return fallback
  }

  /** Returns the site that a settings call asks for: on a development host `domain` may name any (SET-1). */
  askedFor({ host, domain }: { host: string; domain: string | undefined }) {
    return this.of(domain && isDevelopmentHost(host) ? domain.toLowerCase() : host)
  }

  /** Returns the site on which a member signed up, for mails; the default site when that one was removed. */
  byId(siteId: number): Site {
    const { byId, fallback } = this.#sites()
    return byId.get(siteId) ?? fallback
  }

  /**
   * Creates the default site if the database has none, loads all sites and keeps them current: a change made on this
   * node applies at once, one made on another node after `REFRESH_MS`. Called once, before the first request.
   */
  async start() {
    const { events, log } = this.#deps
    await this.#ensureDefaultSite()
    await this.refresh()
    events.after(settingsChanged, () => this.refresh())
    const timer = setInterval(() => {
      this.refresh().catch((error: unknown) => {
        // Without the database the loaded sites stay in use; the next round tries again.
        if (this.#timer === timer) log.warn({ err: error }, 'settings not refreshed')
      })
    }, REFRESH_MS).unref()
    this.#timer = timer
  }

  stop() {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  /** Loads all sites from the database. */
  async refresh() {
    const rows = await findSites(this.#deps.db)
    const all = rows.map((row) => this.#toSite(row))
    const fallback = all.find(({ isDefault }) => isDefault) ?? all[0]
    if (!fallback) throw new Error('no site in the database')
    this.#loaded = {
      byDomain: new Map(all.map((site) => [site.domain, site])),
      byId: new Map(all.map((site) => [site.id, site])),
      fallback,
    }
  }

  #sites() {
    if (!this.#loaded) throw new Error('sites are not loaded yet')
    return this.#loaded
  }

  async #ensureDefaultSite() {
    const { config, transaction, clock } = this.#deps
    const domain = new URL(config.publicUrl).hostname
    await transaction(async (tx) => {
      await lockSites(tx)
      if (await hasSites(tx)) return
      await insertSite(tx, { domain, isDefault: true, company: demoCompany, at: clock.now() })
    })
  }

  #toSite({ id, domain, isDefault, companyId, settings: stored, info, addedAt }: SiteRow): Site {
    const { settings, invalidFields } = completeSettings(defaultSettings({ domain, companyId }), stored)
    this.#logInvalid(domain, invalidFields)
    return { id, domain, isDefault, settings, company: { ...StoredCompany.parse(info), added: addedAt.toISOString() } }
  }

  #logInvalid(domain: string, invalidFields: string[]) {
    const entry = invalidFields.join()
    if (entry && this.#logged.get(domain) !== entry)
      this.#deps.log.error({ domain, invalidFields }, 'invalid settings, defaults used')
    this.#logged.set(domain, entry)
  }
}

/** Changes the given settings of a site; the others stay. */
export async function changeSettings(
  { transaction, clock }: Pick<Context, 'transaction' | 'clock'>,
  { siteId, settings }: { siteId: number; settings: Partial<Settings> },
) {
  const parsed = StoredSettings.parse(settings)
  await transaction(async (tx) => {
    await mergeSettings(tx, { siteId, settings: parsed, at: clock.now() })
    await emit(tx, settingsChanged, { siteId })
  })
}

type SiteRow = Awaited<ReturnType<typeof findSites>>[number]

const StoredCompany = CompanyInfo.omit({ added: true })
