import { createTranslator } from 'use-intl/core'
import type { CountryCode } from '#contract/countries.ts'
import {
  landerTextKeys,
  memberLanders,
  nicheNames,
  type LanderName,
  type LanderTextKey,
  type NicheName,
} from '#contract/landers/landers.ts'
import { landerSubject, type LanderKey } from '#contract/landers/lander-subject.ts'
import { LanderImages, LanderTexts } from '#contract/landers/schemas.ts'
import type { Language } from '#contract/languages.ts'
import { minimumAge } from '#contract/settings/site-rules.ts'
import { readSite } from '#server/features/settings/edit-site.ts'
import type { Site } from '#server/features/settings/service.ts'
import {
  contentOf,
  latestVersion,
  openSubject,
  recordVersion,
  type Editor,
} from '#server/features/settings/versions.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { textsOf } from '#server/texts.ts'
import { assertImages, missingImages, recordUse } from './lander-images.ts'
import * as queries from './queries.ts'
import { chooseContent, isSameAudience, type LanderContent } from './rules.ts'

type Content = Pick<LanderContent, 'texts' | 'images'>

interface Edit {
  key: LanderKey
  editor: Editor
  /** The version that the editor has seen; null: whatever it is by now. */
  expectedVersion: number | null
}

/** Lists what is set for landing pages, newest first, before a key. */
export function listLanderContents(db: Queryable, page: { before: number | undefined; limit: number }) {
  return queries.listContents(db, page)
}

/**
 * Returns what is set for a landing page and some visitors, and what one of them sees without it: in the
 * language of the content, else in that of the caller, on a site.
 */
export async function readLanderContent(
  { db }: Pick<Context, 'db'>,
  { key, site, language: ownLanguage }: { key: LanderKey; site: Site; language: Language },
) {
  const version = await latestVersion(db, landerSubject(key))
  const rows = (await queries.findContents(db, key)).map((row) => ({ ...row, ...parseContent(row) }))
  const own = rows.find((row) => isSameAudience(row, key))
  const { settings } = site
  const niche = nicheNames[(key.niche ?? settings.niche) - 1] ?? 'plain'
  const country = key.country ?? settings.countries[0] ?? 'GB'
  const language = key.language ?? ownLanguage
  const values = valuesOf({ site, country, language })
  const others = chooseContent(rows.filter((row) => row !== own))
  return {
    texts: own?.texts ?? {},
    images: own?.images ?? [],
    isOwn: own !== undefined,
    version,
    preview: {
      niche,
      country,
      language,
      values,
      common: commonTexts({ language, values: { ...values, age: minimumAge(settings, country) } }),
      texts: { ...catalogueTexts({ lander: key.lander, niche, language, values }), ...others.texts },
      images: others.images,
    },
  }
}

/** Content as stored; what was written in SQL and is invalid counts as none. */
function parseContent({ texts, images }: { texts: unknown; images: unknown }): Content {
  return { texts: LanderTexts.safeParse(texts).data ?? {}, images: LanderImages.safeParse(images).data ?? [] }
}

/** What the variables of texts stand for. Of a page about a member: an invented one. */
function valuesOf({ site, country, language }: { site: Site; country: CountryCode; language: Language }) {
  return {
    site: site.settings.name,
    country: new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country,
    name: 'Robin',
    age: 34,
    region: site.settings.region_data[country]?.regions[0] ?? country,
  }
}

interface Translator {
  (key: string, values: Record<string, string | number>): string
  has: (key: string) => boolean
}

// The keys are put together from lists of the contract and of the catalogue itself.
function translatorOf(language: Language) {
  return createTranslator({
    locale: language,
    messages: { landers: textsOf('landers', language) },
  }) as unknown as Translator
}

/** Returns the texts of all landing pages, those on the first level of the catalogue. */
function commonTexts({ language, values }: Pick<CatalogueInput, 'language' | 'values'>) {
  const t = translatorOf(language)
  const keys = Object.entries(textsOf('landers', language)).flatMap(([key, text]) =>
    typeof text === 'string' ? key : [],
  )
  const paths = keys.map((key) => ({ key, path: `landers.${key}` }))
  return Object.fromEntries(paths.map(({ key, path }) => [key, t(path, values)]))
}

interface CatalogueInput {
  lander: LanderName
  niche: NicheName
  language: Language
  values: ReturnType<typeof valuesOf>
}

/** Returns the texts of the catalogue that a page shows, as the page puts them together. */
function catalogueTexts({ lander, niche, language, values }: CatalogueInput) {
  const t = translatorOf(language)
  const isAboutMember = memberLanders.some((name) => name === lander)
  const texts: Partial<Record<LanderTextKey, string>> = {}
  for (const key of landerTextKeys) {
    const [ofPage, ofNiche] = [`landers.pages.${lander}.${key}`, `landers.niches.${niche}.${key}`]
    const parts = [
      t.has(ofPage) && t(ofPage, values),
      (!t.has(ofPage) || (key === 'lead' && !isAboutMember && niche !== 'plain')) &&
        t.has(ofNiche) &&
        t(ofNiche, values),
    ]
    const text = parts.filter(Boolean).join(' ')
    if (text) texts[key] = text
  }
  return texts
}

/**
 * Sets the texts and images of a landing page for some visitors, in place of those set before; null removes
 * them. Returns the new version. Source: LAND-4, SET-12.
 * @throws AppError `settings.changed_meanwhile`, `settings.site_not_found`, `settings.image_path_invalid`: an
 *   uploaded image that does not exist
 */
export async function changeLanderContent(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { key, content, editor, expectedVersion }: Edit & { content: Content | null },
) {
  const subject = landerSubject(key)
  await openSubject(tx, { subject, expectedVersion })
  if (key.siteId !== null) await readSite(tx, key.siteId)
  const row = (await queries.findContents(tx, key)).find((each) => isSameAudience(each, key))
  const before = row ? { texts: row.texts, images: row.images } : null
  const after = content && { texts: LanderTexts.parse(content.texts), images: LanderImages.parse(content.images) }
  const at = clock.now()
  if (after) {
    await assertImages(tx, after.images)
    await queries.saveContent(tx, { ...key, ...after, at })
  } else await queries.deleteContent(tx, key)
  const earlier = row ? parseContent(row).images : []
  await recordUse(tx, { images: [...earlier, ...(after?.images ?? [])], at })
  return { version: await recordVersion({ clock }, tx, { subject, editor, before, after }) }
}

/** Puts back what a version left, as a change of its own, without images that were deleted since (LAND-9). */
export async function restoreLanderContent(
  deps: Pick<Context, 'clock'>,
  tx: Tx,
  { version, ...edit }: Edit & { version: number },
) {
  const stored = await contentOf(tx, { subject: landerSubject(edit.key), version })
  const content = stored as { texts?: unknown; images?: unknown } | null
  const parsed = content && {
    texts: LanderTexts.safeParse(content.texts),
    images: LanderImages.safeParse(content.images),
  }
  if (!parsed) return changeLanderContent(deps, tx, { ...edit, content: null })
  if (!parsed.texts.success || !parsed.images.success) throw new AppError('settings.version_not_found')
  const missing = await missingImages(tx, parsed.images.data)
  const images = parsed.images.data.filter((path) => !missing.includes(path))
  return changeLanderContent(deps, tx, { ...edit, content: { texts: parsed.texts.data, images } })
}
