import { languages, type Language } from '#contract/languages.ts'
import { consentPages, pageNames, type PageName } from '#contract/pages/page-names.ts'
import {
  contentOf,
  latestVersion,
  openSubject,
  recordVersion,
  type Editor,
} from '#server/features/settings/versions.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { Site } from '#server/features/settings/service.ts'
import { fillPageText, PageTexts, parsePageText } from './page-texts.ts'
import { pageValues } from './views.ts'
import * as queries from './queries.ts'

interface WhichText {
  page: PageName
  language: Language
}

interface Edit extends WhichText {
  editor: Editor
  expectedVersion: number | null
}

export const pageSubject = ({ page, language }: WhichText) => `page/${page}/${language}`

/** Returns the Markdown that operators have written for a page; null: the file's. */
export function findPageText(db: Queryable, which: WhichText) {
  return queries.findPageText(db, which)
}

type Deps = Pick<Context, 'config' | 'db'>

/** Returns the Markdown of a page that an editor changes, and its version. */
export async function readPageText({ config, db }: Deps, which: WhichText) {
  const version = await latestVersion(db, pageSubject(which))
  const own = await queries.findPageText(db, which)
  const markdown = own ?? (await new PageTexts(config.pageTextsDir, async () => null).readFile(which))
  return { markdown, isOwn: own !== null, version, isConsent: isConsentPage(which.page) }
}

/** Returns the titles of all pages in all languages, and which of them operators have written. */
export function listPageTexts(deps: Deps) {
  const all = pageNames.flatMap((page) => languages.map((language) => ({ page, language })))
  return Promise.all(
    all.map(async (which) => {
      const { markdown, isOwn } = await readPageText(deps, which)
      return { ...which, title: parsePageText(markdown).title, isOwn }
    }),
  )
}

/** Returns a text as its page would show it on a site. */
export function previewPageText(
  { config }: Pick<Context, 'config'>,
  { markdown, site, language }: { markdown: string; site: Site; language: Language },
) {
  const { title, html } = fillPageText(parsePageText(markdown), pageValues({ config }, { site, language }))
  return { title, html }
}

function isConsentPage(page: PageName) {
  return consentPages.some((name) => name === page)
}

/**
 * Replaces the text of a static page on all sites; null puts the file's back. With `asksConsent` all members
 * are asked for their consent again, if it depends on the page. Returns the new version. Source: PAGES-8.
 * @throws AppError `settings.changed_meanwhile`, `pages.title_missing` at the field `markdown`
 */
export async function changePageText(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  {
    page,
    language,
    markdown,
    asksConsent,
    editor,
    expectedVersion,
  }: Edit & {
    markdown: string | null
    asksConsent: boolean
  },
) {
  const subject = pageSubject({ page, language })
  await openSubject(tx, { subject, expectedVersion })
  if (markdown !== null && parsePageText(markdown).title === '') throw fieldError('markdown', 'pages.title_missing')
  const before = await queries.findPageText(tx, { page, language })
  if (markdown === null) await queries.deletePageText(tx, { page, language })
  else await queries.savePageText(tx, { page, language, markdown, at: clock.now() })
  const version = await recordVersion({ clock }, tx, {
    subject,
    editor,
    before: before === null ? null : { markdown: before },
    after: markdown === null ? null : { markdown },
    asksConsent: asksConsent && isConsentPage(page),
  })
  return { version }
}

/** Puts back what a version of a page left, as a change of its own, which asks for no consent. */
export async function restorePageText(
  deps: Pick<Context, 'clock'>,
  tx: Tx,
  { version, ...edit }: Edit & { version: number },
) {
  const stored = await contentOf(tx, { subject: pageSubject(edit), version })
  const markdown = (stored as { markdown?: unknown } | null)?.markdown ?? null
  if (markdown !== null && typeof markdown !== 'string') throw new AppError('settings.version_not_found')
  return changePageText(deps, tx, { ...edit, markdown, asksConsent: false })
}
