import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import {
  COMPANY_ENTRIES_MAX,
  CONTENT_VERSIONS_PER_PAGE,
  HOST_MAX_LENGTH,
  PAGE_TEXT_MAX_LENGTH,
  SETTING_MAX_LENGTH,
  SITES_MAX,
} from '#contract/limits.ts'
import { INTEGER_MAX, UrlInteger } from '#contract/numbers.ts'
import { languages } from '#contract/languages.ts'
import { landerOfSubject } from '#contract/landers/lander-subject.ts'
import { pageNames } from '#contract/pages/page-names.ts'
import { Country, OwnSettings, settingNames } from '#contract/settings/schemas.ts'
import { Line } from '#contract/settings/texts.ts'

const Id = z.int().positive().max(INTEGER_MAX)
const Version = z.int().nonnegative().max(INTEGER_MAX)
/** What the editor has seen: another change meanwhile is an error, so that none is lost (SET-12). */
const expectedVersion = Version
const siteParams = z.strictObject({ siteId: UrlInteger })
const companyParams = z.strictObject({ companyId: UrlInteger })
const Changed = z.object({ version: Version })

/** Host name, without port and `www.`. */
const Domain = Line.min(1).max(HOST_MAX_LENGTH, { error: 'settings.domain_invalid' })
const Name = Line.min(1).max(SETTING_MAX_LENGTH)

export const listSites = {
  summary: 'All sites of the installation and their companies.',
  reply: z.object({
    sites: z
      .array(z.object({ siteId: Id, domain: z.string(), name: z.string(), isDefault: z.boolean(), companyId: Id }))
      .max(SITES_MAX),
    companies: z.array(z.object({ companyId: Id, name: z.string() })).max(SITES_MAX),
  }),
} satisfies EndpointSchemas

export const createSite = {
  summary: 'Adds a site for a host name, with default settings but for its name.',
  body: z.strictObject({ domain: Domain, name: Name, companyId: Id }),
  reply: z.object({ siteId: Id }),
} satisfies EndpointSchemas

export const getSite = {
  summary: 'A site with its settings in force, and which of them are its own.',
  params: siteParams,
  reply: z.object({
    siteId: Id,
    domain: z.string(),
    isDefault: z.boolean(),
    companyId: Id,
    version: Version,
    settings: OwnSettings,
    /** The others have their defaults. */
    own: z.array(z.enum(settingNames as [string, ...string[]])).max(settingNames.length),
  }),
} satisfies EndpointSchemas

export const changeSite = {
  summary: 'Gives a site another host name or company.',
  params: siteParams,
  body: z.strictObject({ expectedVersion, domain: Domain, companyId: Id }),
  reply: Changed,
} satisfies EndpointSchemas

type OwnShape = typeof OwnSettings.shape
type PatchShape = { [Name in keyof OwnShape]: z.ZodOptional<z.ZodNullable<OwnShape[Name]>> }

/** Of a setting that is null the default applies again. */
const SettingsPatch = z.strictObject(
  Object.fromEntries(
    Object.entries(OwnSettings.shape).map(([name, schema]) => [name, schema.nullable().optional()]),
  ) as PatchShape,
)
export type SettingsPatch = z.output<typeof SettingsPatch>

export const changeSettings = {
  summary: 'Changes settings of a site; those that are not named stay.',
  params: siteParams,
  body: SettingsPatch.extend({ expectedVersion }),
  reply: Changed,
} satisfies EndpointSchemas

const CompanyLine = Line.max(SETTING_MAX_LENGTH)

/** What legal pages, receipts and mails name. */
export const CompanyForm = z.strictObject({
  name: Name,
  address: CompanyLine,
  kvk: CompanyLine,
  city: CompanyLine,
  country: Country,
  tradenames: z.array(Name).max(COMPANY_ENTRIES_MAX),
  vat_numbers: z.array(z.strictObject({ country: Country, number: Name })).max(COMPANY_ENTRIES_MAX),
  support_phone: CompanyLine,
  sepa_creditor_id: CompanyLine,
  delete_discount: z.int().min(0).max(100),
})
export type CompanyForm = z.output<typeof CompanyForm>

export const createCompany = {
  summary: 'Adds a company.',
  body: CompanyForm,
  reply: z.object({ companyId: Id }),
} satisfies EndpointSchemas

export const getCompany = {
  summary: 'A company, as legal pages, receipts and mails name it.',
  params: companyParams,
  reply: z.object({ companyId: Id, version: Version, company: CompanyForm }),
} satisfies EndpointSchemas

export const changeCompany = {
  summary: 'Changes a company. Receipts that were issued keep their seller.',
  params: companyParams,
  body: CompanyForm.extend({ expectedVersion }),
  reply: Changed,
} satisfies EndpointSchemas

const subjectPattern = /^(?:(?:site|company)\/[1-9]\d{0,9}|page\/[a-z-]+\/[a-z]{2}|fictional\/[0-9A-Za-z]{14})$/
/** What has a history: `site/1`, `page/terms/en`, `lander/gallery/_/_/summer/FR/fr`, `fictional/<id>`. */
const Subject = z
  .string()
  .max(140)
  .refine((text) => subjectPattern.test(text) || landerOfSubject(text))

const Content = z.record(z.string(), z.unknown()).nullable()

export const listHistory = {
  summary: 'What operators changed of a site, a company, a page or a landing page, newest first.',
  query: z.strictObject({ subject: Subject, before: UrlInteger.optional() }),
  reply: z.object({
    versions: z
      .array(
        z.object({
          version: Version,
          /** Null: a command, or the program. */
          by: z.string().nullable(),
          at: z.iso.datetime(),
          before: Content,
          after: Content,
          asksConsent: z.boolean(),
        }),
      )
      .max(CONTENT_VERSIONS_PER_PAGE),
    /** Key of the next page. */
    next: Version.nullable(),
  }),
} satisfies EndpointSchemas
export type HistoryVersion = z.output<typeof listHistory.reply>['versions'][number]

export const restoreVersion = {
  summary: 'Puts back what a version left, as a change of its own.',
  body: z.strictObject({ subject: Subject, version: Version, expectedVersion }),
  reply: Changed,
} satisfies EndpointSchemas

const pageParams = z.strictObject({ page: z.enum(pageNames), language: z.enum(languages) })
const Markdown = z.string().max(PAGE_TEXT_MAX_LENGTH)

export const listPageTexts = {
  summary: 'The static pages in every language, and which of them operators have written.',
  reply: z.object({
    pages: z
      .array(z.object({ page: z.enum(pageNames), language: z.enum(languages), title: z.string(), isOwn: z.boolean() }))
      .max(pageNames.length * languages.length),
  }),
} satisfies EndpointSchemas

export const getPageText = {
  summary: 'The Markdown of a static page.',
  params: pageParams,
  reply: z.object({
    markdown: z.string(),
    /** False: the text of the program. */
    isOwn: z.boolean(),
    version: Version,
    /** Members can be asked for their consent again. */
    isConsent: z.boolean(),
  }),
} satisfies EndpointSchemas

export const changePageText = {
  summary: 'Replaces the text of a static page on all sites; null puts the program’s back.',
  params: pageParams,
  body: z.strictObject({ markdown: Markdown.nullable(), asksConsent: z.boolean(), expectedVersion }),
  reply: Changed,
} satisfies EndpointSchemas

export const previewPageText = {
  summary: 'A Markdown text as the page would show it on a site.',
  body: z.strictObject({ markdown: Markdown, language: z.enum(languages) }),
  reply: z.object({ title: z.string(), html: z.string() }),
} satisfies EndpointSchemas
