import type { z } from 'zod'
import type { Language } from '#contract/languages.ts'
import { CONTENT_VERSIONS_PER_PAGE } from '#contract/limits.ts'
import type { AuditAct, AuditSubject } from '#contract/operator/acts.ts'
import type { CompanyForm, HistoryVersion, SettingsPatch } from '#contract/operator/site/schemas.ts'
import { landerOfSubject, landerSubject, type LanderKey } from '#contract/landers/lander-subject.ts'
import { landerImagePath } from '#contract/landers/lander-images.ts'
import type { LanderImages, LanderTexts } from '#contract/landers/schemas.ts'
import type { PageName } from '#contract/pages/page-names.ts'
import type { AppContext } from '#server/context.ts'
import * as pages from '#server/features/pages/edit-page-text.ts'
import * as landers from '#server/features/landers/edit-lander.ts'
import { storeLanderImage } from '#server/features/landers/lander-images.ts'
import { restoreFictional } from '#server/features/profiles/fictional/fictional-profiles.ts'
import * as settings from '#server/features/settings/edit-site.ts'
import { listVersions, type Editor } from '#server/features/settings/versions.ts'
import type { Context } from '#server/platform/context.ts'
import type { ImageSource } from '#server/platform/images/images.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { recordAct } from '../audit/record.ts'
import { findCredentials } from '../access/queries.ts'

type Deps = Pick<AppContext, 'clock' | 'transaction' | 'ageProvider'>

interface Edit {
  by: RequestOperator
  /** The version that the editor has seen. */
  expectedVersion: number
}

interface Recorded {
  act: AuditAct
  subject: { kind: AuditSubject; id: string | number }
  details?: Record<string, string | number | boolean | null>
}

/** Makes a change with its entry in the audit log, in one transaction. */
function editing<Result>(
  { transaction }: Deps,
  by: RequestOperator,
  edit: (tx: Tx, editor: Editor) => Promise<{ result: Result } & Recorded>,
) {
  return transaction(async (tx) => {
    const { name } = await findCredentials(tx, by.operatorId)
    const { result, ...act } = await edit(tx, { id: by.operatorId, name })
    await recordAct(tx, { operator: by, ...act })
    return result
  })
}

/** @throws AppError `settings.domain_invalid`, `settings.domain_taken`, `settings.company_not_found` */
export function createSite(
  deps: Deps,
  { by, ...site }: { by: RequestOperator; domain: string; name: string; companyId: number },
) {
  return editing(deps, by, async (tx, editor) => {
    const result = await settings.createSite(deps, tx, { ...site, editor })
    return { result, act: 'site_created', subject: { kind: 'site', id: result.siteId } }
  })
}

/** @throws AppError as `changeSite` of the settings */
export function changeSite(
  deps: Deps,
  { by, ...change }: Edit & { siteId: number; domain: string; companyId: number },
) {
  return editing(deps, by, async (tx, editor) => ({
    result: await settings.changeSite(deps, tx, { ...change, editor }),
    act: 'site_changed',
    subject: { kind: 'site', id: change.siteId },
  }))
}

/** @throws AppError as `changeSite` of the settings */
export function changeSettings(deps: Deps, { by, ...change }: Edit & { siteId: number; settings: SettingsPatch }) {
  return editing(deps, by, async (tx, editor) => ({
    result: await settings.changeSite(deps, tx, { ...change, editor }),
    act: 'settings_changed',
    subject: { kind: 'site', id: change.siteId },
    // Values are in the history of the site.
    details: { settings: Object.keys(change.settings).join(' ') },
  }))
}

export function createCompany(deps: Deps, { by, company }: { by: RequestOperator; company: CompanyForm }) {
  return editing(deps, by, async (tx, editor) => {
    const result = await settings.createCompany(deps, tx, { company, editor })
    return { result, act: 'company_created', subject: { kind: 'company', id: result.companyId } }
  })
}

/** @throws AppError `settings.company_not_found`, `settings.changed_meanwhile` */
export function changeCompany(deps: Deps, { by, ...change }: Edit & { companyId: number; company: CompanyForm }) {
  return editing(deps, by, async (tx, editor) => ({
    result: await settings.changeCompany(deps, tx, { ...change, editor }),
    act: 'company_changed',
    subject: { kind: 'company', id: change.companyId },
  }))
}

/** @throws AppError `pages.title_missing`, `settings.changed_meanwhile` */
export function changePageText(
  deps: Deps,
  { by, ...change }: Edit & { page: PageName; language: Language; markdown: string | null; asksConsent: boolean },
) {
  return editing(deps, by, async (tx, editor) => ({
    result: await pages.changePageText(deps, tx, { ...change, editor }),
    act: 'page_text_changed',
    subject: { kind: 'page', id: `${change.page}/${change.language}` },
    details: { asksConsent: change.asksConsent },
  }))
}

interface LanderContent {
  texts: z.output<typeof LanderTexts>
  images: z.output<typeof LanderImages>
}

/** @throws AppError `settings.site_not_found`, `settings.changed_meanwhile` */
export function changeLanderContent(
  deps: Deps,
  { by, key, ...change }: Edit & { key: LanderKey; content: LanderContent | null },
) {
  return editing(deps, by, async (tx, editor) => ({
    result: await landers.changeLanderContent(deps, tx, { key, ...change, editor }),
    act: 'lander_changed',
    subject: { kind: 'lander', id: landerId(key) },
  }))
}

/**
 * Stores an image for landing pages. Returns its path.
 * @throws AppError as `storeLanderImage` of the landing pages
 */
export async function addLanderImage(
  context: Pick<AppContext, 'images' | 'storage' | 'db' | 'clock'>,
  { by, source }: { by: RequestOperator; source: ImageSource | null },
) {
  const storageKey = await storeLanderImage(context, { source })
  await recordAct(context.db, { operator: by, act: 'lander_image_added', details: { image: storageKey } })
  return { path: landerImagePath(storageKey) }
}

/** What the audit log calls content: its subject in the history, without the kind. */
function landerId(key: LanderKey) {
  return landerSubject(key).slice('lander/'.length)
}

export async function listHistory(
  { db }: Pick<Context, 'db'>,
  { subject, before = null }: { subject: string; before?: number | null | undefined },
) {
  const rows = await listVersions(db, { subject, before })
  const versions = rows.map(
    ({ version, operatorName, before: was, after, asksConsent, createdAt }): HistoryVersion => ({
      version,
      by: operatorName,
      at: createdAt.toISOString(),
      before: was as HistoryVersion['before'],
      after: after as HistoryVersion['after'],
      asksConsent,
    }),
  )
  return { versions, next: rows.length < CONTENT_VERSIONS_PER_PAGE ? null : (rows.at(-1)?.version ?? null) }
}

/**
 * Puts back what a version left.
 * @throws AppError `settings.version_not_found`, `settings.changed_meanwhile`
 */
export function restoreVersion(
  deps: Deps & Pick<AppContext, 'sites'>,
  { by, subject, ...edit }: Edit & { subject: string; version: number },
) {
  return editing(deps, by, async (tx, editor) => {
    const { userId, version } = await restore(deps, tx, subject, { ...edit, editor })
    const [kind = ''] = subject.split('/')
    const named = { kind: kind as 'site' | 'company' | 'page' | 'lander', id: subject.slice(`${kind}/`.length) }
    return {
      result: { version },
      act: 'version_restored',
      // As every other act about an account.
      subject: userId === undefined ? named : { kind: 'member', id: userId },
      details: { version: edit.version },
    }
  })
}

/** Has the owner of a subject put back what a version left. */
async function restore(
  deps: Pick<AppContext, 'clock' | 'sites' | 'ageProvider'>,
  tx: Tx,
  subject: string,
  change: { editor: Editor; expectedVersion: number; version: number },
): Promise<{ version: number; userId?: number }> {
  const [kind, id = '', language = ''] = subject.split('/')
  const key = landerOfSubject(subject)
  if (key) return landers.restoreLanderContent(deps, tx, { ...change, key })
  if (kind === 'site') return settings.restoreSite(deps, tx, { ...change, siteId: Number(id) })
  if (kind === 'company') return settings.restoreCompany(deps, tx, { ...change, companyId: Number(id) })
  if (kind === 'fictional') return restoreFictional(deps, tx, { ...change, profileId: id })
  return pages.restorePageText(deps, tx, { ...change, page: id as PageName, language: language as Language })
}
