import { CONSENT_VERSION } from '#contract/accounts/consent-version.ts'
import { CompanyInfo, type OwnSettings, type Settings } from '#contract/settings/schemas.ts'
import { SECOND } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { defaultSettings, demoCompany } from './defaults.ts'
import { changeSite } from './edit-site.ts'
import { settingsChanged } from './events.ts'
import { findSites, fixedMessagePrice, hasSites, insertMessagePrice, insertSite, lockSites } from './queries.ts'
import { completeSettings, domainsOf, isDevelopmentHost, isMatchPriceValid, strictest } from './rules.ts'
import { countConsentRounds } from './versions.ts'

export interface Site {
  id: number
  domain: string
  /** Answers for host names that no other site has. */
  isDefault: boolean
  settings: Settings
  company: CompanyInfo
}

/** The channel on which triggers of the tables announce every change (SET-4). */
const CHANNEL = 'settings_changed'
const RETRY_MS = SECOND

type Deps = Pick<Context, 'config' | 'db' | 'transaction' | 'clock' | 'events' | 'notifications' | 'log' | 'push'>

interface LoadedSites {
  byDomain: Map<string, Site>
  byId: Map<number, Site>
  fallback: Site
}

/**
 * All sites of the installation, in memory because every request needs its site. `start` loads them and keeps
 * them current; `stop` ends that, and the loaded sites stay readable.
 */
export class Sites {
  readonly #deps: Deps
  #loaded: LoadedSites | null = null
  #refreshesStarted = 0
  /** The number of the refresh that `#loaded` is from. */
  #loadedBy = 0
  #retryTimer: NodeJS.Timeout | null = null
  #isStopped = false
  #unlisten = () => {}
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

  /** Returns all sites of the installation. */
  all(): readonly Site[] {
    return [...this.#sites().byId.values()]
  }

  /**
   * Creates the default site if the database has none, loads all sites and keeps them current, also after a
   * change by another node or in SQL. Called once, before the first request.
   */
  async start() {
    const { events, notifications } = this.#deps
    await this.#ensureDefaultSite()
    await this.refresh()
    events.after(settingsChanged, () => this.refresh())
    const reload = () => this.#reload()
    this.#unlisten = await notifications.listen({ channel: CHANNEL, onNotification: reload, onGap: reload })
  }

  stop() {
    this.#isStopped = true
    this.#unlisten()
    if (this.#retryTimer) clearTimeout(this.#retryTimer)
  }

  /** Loads all sites from the database. */
  async refresh() {
    this.#refreshesStarted += 1
    const refresh = this.#refreshesStarted
    const rows = await findSites(this.#deps.db)
    const fixedPrice = await fixedMessagePrice(this.#deps.db)
    const rounds = await countConsentRounds(this.#deps.db)
    // A refresh that started later may have finished first, and is newer.
    if (refresh < this.#loadedBy) return
    this.#loadedBy = refresh
    const read = rows.map((row) => this.#toSite(row))
    const main = read.find(({ isDefault }) => isDefault) ?? read[0]
    if (!main) throw new Error('no site in the database')
    const price = fixedPrice ?? main.settings.message_credits
    const shared = {
      ...strictest(read.map(({ settings }) => settings)),
      // An operator who changes what members consented to asks for it again (SIGN-6).
      consent_version: rounds === 0 ? CONSENT_VERSION : `${CONSENT_VERSION}+${rounds}`,
    }
    const all = read
      .map((site) => this.#withPrice(site, price))
      .map((site) => ({ ...site, settings: { ...site.settings, ...shared } }))
    const fallback = all.find(({ id }) => id === main.id) ?? main
    this.#loaded = {
      byDomain: new Map(all.map((site) => [site.domain, site])),
      byId: new Map(all.map((site) => [site.id, site])),
      fallback,
    }
  }

  /** Refreshes, until it succeeds: without the database the loaded sites stay in use. */
  #reload() {
    if (this.#isStopped) return
    this.refresh().catch((error: unknown) => {
      if (this.#isStopped) return
      this.#deps.log.warn({ err: error }, 'settings not refreshed')
      if (this.#retryTimer) clearTimeout(this.#retryTimer)
      this.#retryTimer = setTimeout(() => this.#reload(), RETRY_MS).unref()
    })
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
    const { publicKey } = this.#deps.push
    const defaults = { ...defaultSettings({ domain, companyId }), push_public_key: publicKey }
    const { settings, invalidFields } = completeSettings(defaults, stored)
    // Only the installation's own key can send; an empty one turns push messages off.
    const hasKey = settings.push_public_key === '' || settings.push_public_key === publicKey
    this.#logInvalid(domain, hasKey ? invalidFields : [...invalidFields, 'push_public_key'])
    if (!hasKey) settings.push_public_key = publicKey
    return { id, domain, isDefault, settings, company: { ...StoredCompany.parse(info), added: addedAt.toISOString() } }
  }

  /** Gives a site the installation's price: a credit has the same, lasting worth everywhere (CRED-7). */
  #withPrice(site: Site, message_credits: number): Site {
    const { domain } = site
    const isOther = site.settings.message_credits !== message_credits
    if (isOther) this.#deps.log.warn({ domain, message_credits }, 'message_credits is that of the installation')
    const settings = { ...site.settings, message_credits }
    if (isMatchPriceValid(settings)) return { ...site, settings }
    this.#deps.log.warn(
      { domain, message_credits },
      'match_message_credits is higher than message_credits and not used',
    )
    return { ...site, settings: { ...settings, match_message_credits: null } }
  }

  #logInvalid(domain: string, invalidFields: string[]) {
    const entry = invalidFields.join()
    if (entry && this.#logged.get(domain) !== entry)
      this.#deps.log.error({ domain, invalidFields }, 'invalid settings, defaults used')
    this.#logged.set(domain, entry)
  }
}

/**
 * Fixes the price of a message for the installation, with the first order. Source: CRED-7.
 * @throws AppError `request.busy` if another price is in force, which this node has not loaded yet
 */
export async function fixMessagePrice(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { message_credits: messageCredits }: Pick<Settings, 'message_credits'>,
) {
  await insertMessagePrice(tx, { messageCredits, at: clock.now() })
  if ((await fixedMessagePrice(tx)) !== messageCredits) throw new AppError('request.busy')
}

/** Changes the given settings of a site; the others stay. For commands and tests: the history has no name. */
export async function changeSettings(
  { transaction, clock, ageProvider }: Pick<Context, 'transaction' | 'clock' | 'ageProvider'>,
  { siteId, settings }: { siteId: number; settings: Partial<OwnSettings> },
) {
  const edit = { siteId, settings, editor: null, expectedVersion: null }
  await transaction((tx) => changeSite({ clock, ageProvider }, tx, edit))
}

type SiteRow = Awaited<ReturnType<typeof findSites>>[number]

const StoredCompany = CompanyInfo.omit({ added: true })
