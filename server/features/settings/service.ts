import { CompanyInfo, type Settings } from '#contract/settings.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { SECOND } from '#contract/time.ts'
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

/** What another node changed is known here after this long at most. */
const REFRESH = 5 * SECOND

interface Sites {
  byDomain: Map<string, Site>
  byId: Map<number, Site>
  fallback: Site
}

/** Every request asks for its site, so all of them are kept in memory. Null before `openSites`. */
let known: Sites | null = null
let refreshing: NodeJS.Timeout | null = null

/** The site of a host name: its own, else the default one. */
export function siteOf(host: string): Site {
  const { byDomain, fallback } = sites()
  for (const domain of domainsOf(host)) {
    const site = byDomain.get(domain)
    if (site) return site
  }
  return fallback
}

/** The site that a settings call asks for: on a development host `domain` may name any (SET-1). */
export function siteAskedFor({ host, domain }: { host: string; domain: string | undefined }) {
  return siteOf(domain && isDevelopmentHost(host) ? domain.toLowerCase() : host)
}

/** The site that a member signed up on, for mails; the default one when it is gone. */
export function siteById(siteId: number): Site {
  const { byId, fallback } = sites()
  return byId.get(siteId) ?? fallback
}

type Deps = Pick<Context, 'config' | 'db' | 'transaction' | 'clock' | 'events' | 'log'>

/**
 * Makes the default site if there is none yet, loads all sites and keeps them fresh: after a change at once on the
 * node that made it, on every other within seconds. Once, before the first request.
 */
export async function openSites(context: Deps) {
  await ensureDefaultSite(context)
  await loadSites(context)
  context.events.after(settingsChanged, () => loadSites(context))
  closeSites()
  const timer = setInterval(() => {
    loadSites(context).catch((error: unknown) => {
      // The database is away: what is known stays true for now, and the next round tries again.
      if (refreshing === timer) context.log.warn({ err: error }, 'settings not refreshed')
    })
  }, REFRESH).unref()
  refreshing = timer
}

/** Ends the refreshing; what is known stays. */
export function closeSites() {
  if (refreshing) clearInterval(refreshing)
  refreshing = null
}

/** Changes some settings of a site; the others stay. */
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

async function ensureDefaultSite({ config, transaction, clock }: Deps) {
  const domain = new URL(config.publicUrl).hostname
  await transaction(async (tx) => {
    await lockSites(tx)
    if (await hasSites(tx)) return
    await insertSite(tx, { domain, isDefault: true, company: demoCompany, at: clock.now() })
  })
}

async function loadSites({ db, log }: Pick<Context, 'db' | 'log'>) {
  const rows = await findSites(db)
  const all = rows.map((row) => toSite(row, log))
  const fallback = all[rows.findIndex(({ isDefault }) => isDefault)] ?? all[0]
  if (!fallback) throw new Error('no site in the database')
  known = {
    byDomain: new Map(all.map((site) => [site.domain, site])),
    byId: new Map(all.map((site) => [site.id, site])),
    fallback,
  }
}

type Row = Awaited<ReturnType<typeof findSites>>[number]

function toSite({ id, domain, isDefault, companyId, settings: stored, info, addedAt }: Row, log: Context['log']): Site {
  const { settings, refused } = completeSettings(defaultSettings({ domain, companyId }), stored)
  complain({ domain, refused }, log)
  return { id, domain, isDefault, settings, company: { ...StoredCompany.parse(info), added: addedAt.toISOString() } }
}

/** What was said of each site: the same every few seconds would fill the log. */
const complaints = new Map<string, string>()

function complain({ domain, refused }: { domain: string; refused: string[] }, log: Context['log']) {
  const complaint = refused.join()
  if (complaint && complaints.get(domain) !== complaint)
    log.error({ domain, refused }, 'settings refused, defaults used')
  complaints.set(domain, complaint)
}

const StoredCompany = CompanyInfo.omit({ added: true })

function sites() {
  if (!known) throw new Error('sites are not loaded yet')
  return known
}
