import { HOST_MAX_LENGTH } from '#contract/limits.ts'
import { CompanyInfo, type OwnSettings } from '#contract/settings/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { settingsChanged } from './events.ts'
import * as queries from './queries.ts'
import { defaultSettings } from './defaults.ts'
import { completeSettings, isHostName, StoredSettings, withPatch } from './rules.ts'
import { assertPrices } from './prices.ts'
import { contentOf, latestVersion, openSubject, recordVersion, type Editor } from './versions.ts'

type Deps = Pick<Context, 'clock' | 'ageProvider'>

interface Edit {
  editor: Editor
  /** The version that the editor has seen; null: whatever it is by now. */
  expectedVersion: number | null
}

/** A setting that is null gets its default again. */
export type SettingsPatch = { [Name in keyof OwnSettings]?: OwnSettings[Name] | null | undefined }

export const siteSubject = (siteId: number) => `site/${siteId}`
export const companySubject = (companyId: number) => `company/${companyId}`

/** What the history has of a site. */
interface SiteContent {
  domain: string
  isDefault: boolean
  companyId: number
  settings: object
}

/** Returns all sites with the settings in force, the default site first. */
export async function listSites(db: Queryable) {
  const rows = await queries.findSites(db)
  return rows
    .map(({ id, domain, isDefault, companyId, settings: stored }) => {
      const { settings } = completeSettings(defaultSettings({ domain, companyId }), stored)
      return { siteId: id, domain, isDefault, companyId, settings, own: Object.keys(stored as object) }
    })
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.siteId - b.siteId)
}

/**
 * Returns a site as it is stored now, with the version that an editor sees.
 * @throws AppError `settings.site_not_found`
 */
export async function readSite(db: Queryable, siteId: number) {
  const version = await latestVersion(db, siteSubject(siteId))
  const site = (await listSites(db)).find((each) => each.siteId === siteId)
  if (!site) throw new AppError('settings.site_not_found')
  return { ...site, version }
}

/** @throws AppError `settings.company_not_found` */
export async function readCompany(db: Queryable, companyId: number) {
  const version = await latestVersion(db, companySubject(companyId))
  const row = (await queries.findCompanies(db)).find(({ id }) => id === companyId)
  if (!row) throw new AppError('settings.company_not_found')
  return { companyId, version, company: StoredCompany.parse(row.info) }
}

export async function listCompanies(db: Queryable) {
  const rows = await queries.findCompanies(db)
  return rows.map(({ id, info }) => ({ companyId: id, name: StoredCompany.parse(info).name }))
}

interface SiteChange extends Edit {
  siteId: number
  settings?: SettingsPatch
  /** Host name, without port and `www.`. */
  domain?: string
  companyId?: number
}

/**
 * Changes settings, host or company of a site; what is not named stays. The history has who, when, before and
 * after. Returns the new version. Source: SET-10, SET-12.
 * @throws AppError `settings.changed_meanwhile`, `settings.site_not_found`, `settings.company_not_found`,
 * `settings.domain_taken`, `settings.match_price_too_high`, `settings.price_fixed`,
 * `settings.age_provider_missing`
 */
export async function changeSite(
  deps: Deps,
  tx: Tx,
  { siteId, settings = {}, domain, companyId, ...edit }: SiteChange,
) {
  return writeSite(deps, tx, { siteId, ...edit }, (content) => ({
    ...content,
    ...(domain !== undefined && { domain: domain.toLowerCase() }),
    ...(companyId !== undefined && { companyId }),
    settings: withPatch(content.settings, settings),
  }))
}

/** Puts back what a version of a site left, as a change of its own. */
export async function restoreSite(
  deps: Deps,
  tx: Tx,
  { version, ...edit }: Edit & { siteId: number; version: number },
) {
  const stored = await contentOf(tx, { subject: siteSubject(edit.siteId), version })
  // A site is created with its first version, so every version has content.
  if (stored === null) throw new AppError('settings.version_not_found')
  const { domain, companyId, settings } = stored as unknown as SiteContent
  return writeSite(deps, tx, edit, (content) => ({ ...content, domain, companyId, settings }))
}

async function writeSite(
  deps: Deps,
  tx: Tx,
  { siteId, editor, expectedVersion }: Edit & { siteId: number },
  change: (content: SiteContent) => SiteContent,
) {
  const subject = siteSubject(siteId)
  await openSubject(tx, { subject, expectedVersion })
  const before = (await queries.lockSite(tx, siteId)) as SiteContent | null
  if (!before) throw new AppError('settings.site_not_found')
  const after = change(before)
  // Also what was valid when it was stored, or written in SQL.
  const settings = StoredSettings.parse(after.settings)
  await assertDomain(tx, { siteId, domain: after.domain })
  await assertCompany(tx, after.companyId)
  assertAgeProvider(deps, { before: before.settings, after: settings })
  const content = { ...after, settings }
  await queries.updateSite(tx, { siteId, ...content, at: deps.clock.now() })
  await assertPrices(tx, { siteId, before: before.settings, after: settings })
  const version = await recordVersion(deps, tx, { subject, editor, before, after: content })
  await emit(tx, settingsChanged, { siteId })
  return { version }
}

/**
 * Adds a site for a host name, with default settings but for its name.
 * @throws AppError `settings.domain_taken`, `settings.company_not_found`
 */
export async function createSite(
  deps: Deps,
  tx: Tx,
  { domain: host, companyId, name, editor }: { domain: string; companyId: number; name: string; editor: Editor },
) {
  const domain = host.toLowerCase()
  await queries.lockSites(tx)
  await assertDomain(tx, { siteId: null, domain })
  await assertCompany(tx, companyId)
  const after = { domain, isDefault: false, companyId, settings: StoredSettings.parse({ name }) }
  const siteId = await queries.insertSiteOf(tx, { ...after, at: deps.clock.now() })
  await recordVersion(deps, tx, { subject: siteSubject(siteId), editor, before: null, after })
  await emit(tx, settingsChanged, { siteId })
  return { siteId }
}

const StoredCompany = CompanyInfo.omit({ added: true })
export type CompanyContent = Omit<CompanyInfo, 'added'>

/**
 * Changes a company: what legal pages, receipts and mails name. Receipts that were issued keep their seller.
 * @throws AppError `settings.changed_meanwhile`, `settings.company_not_found`
 */
export async function changeCompany(
  deps: Deps,
  tx: Tx,
  { companyId, company, editor, expectedVersion }: Edit & { companyId: number; company: CompanyContent },
) {
  const subject = companySubject(companyId)
  await openSubject(tx, { subject, expectedVersion })
  const before = await queries.lockCompany(tx, companyId)
  if (!before) throw new AppError('settings.company_not_found')
  const after = StoredCompany.parse(company)
  await queries.updateCompany(tx, { companyId, company: after })
  return { version: await recordVersion(deps, tx, { subject, editor, before: before as object, after }) }
}

export async function restoreCompany(
  deps: Deps,
  tx: Tx,
  { version, ...edit }: Edit & { companyId: number; version: number },
) {
  const stored = await contentOf(tx, { subject: companySubject(edit.companyId), version })
  if (stored === null) throw new AppError('settings.version_not_found')
  return changeCompany(deps, tx, { ...edit, company: StoredCompany.parse(stored) })
}

export async function createCompany(
  deps: Deps,
  tx: Tx,
  { company, editor }: { company: CompanyContent; editor: Editor },
) {
  const after = StoredCompany.parse(company)
  const companyId = await queries.insertCompany(tx, { company: after, at: deps.clock.now() })
  await recordVersion(deps, tx, { subject: companySubject(companyId), editor, before: null, after })
  return { companyId }
}

async function assertDomain(tx: Queryable, { siteId, domain }: { siteId: number | null; domain: string }) {
  if (domain.length > HOST_MAX_LENGTH || !isHostName(domain)) throw fieldError('domain', 'settings.domain_invalid')
  const owner = await queries.siteOfDomain(tx, domain)
  if (owner !== null && owner !== siteId) throw fieldError('domain', 'settings.domain_taken')
}

/** Without a provider no member could have the age confirmed. What was set before stays in force. */
function assertAgeProvider({ ageProvider }: Deps, { before, after }: { before: object; after: StoredSettings }) {
  const earlier = (before as Partial<StoredSettings>).age_check_countries ?? []
  const isExtended = after.age_check_countries?.some((country) => !earlier.includes(country)) ?? false
  if (isExtended && !ageProvider) throw fieldError('age_check_countries', 'settings.age_provider_missing')
}

async function assertCompany(tx: Queryable, companyId: number) {
  if (!(await queries.hasCompany(tx, companyId))) throw fieldError('companyId', 'settings.company_not_found')
}
