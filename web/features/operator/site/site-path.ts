import { languages, type Language } from '#contract/languages.ts'
import { landerOfSubject, landerSubject, type LanderKey } from '#contract/landers/lander-subject.ts'
import { pageNames, type PageName } from '#contract/pages/page-names.ts'

/** What a page of the area is about, as its history names it; null: the lists. */
export type SiteSubject =
  | { kind: 'site'; id: number }
  | { kind: 'company'; id: number }
  | { kind: 'new-company' }
  | { kind: 'page'; page: PageName; language: Language }
  | { kind: 'landers' }
  | { kind: 'lander'; key: LanderKey }
  | { kind: 'fictional'; profileId: string | null }

/** Returns the page of the console for a site, a company or the text of a page. */
export const sitePath = (...subject: ['site' | 'company', number] | ['page', PageName, Language]) =>
  `/operator/sites/${subject.join('/')}`

/** The form that adds a company. */
export const newCompanyPath = '/operator/sites/company/new'

/** The list of what is set for landing pages. */
export const landersPath = '/operator/sites/landers'

/** The list of fictional profiles. */
export const fictionalListPath = '/operator/sites/fictional'

/** Returns the page of the console for a fictional profile. */
export const fictionalPath = (profileId: string) => `${fictionalListPath}/${profileId}`

/** Returns the page of the console for the content of a landing page. */
export const landerPath = (key: LanderKey) => `/operator/sites/${landerSubject(key)}`

/** Reads the rest of such a path; undefined if it names nothing. */
export function subjectOf(rest: string): SiteSubject | null | undefined {
  if (rest === '') return null
  if (rest === 'landers') return { kind: 'landers' }
  if (rest === 'company/new') return { kind: 'new-company' }
  const key = landerOfSubject(rest)
  if (key) return { kind: 'lander', key }
  const [kind, name = '', code, ...others] = rest.split('/')
  if (others.length > 0) return undefined
  if ((kind === 'site' || kind === 'company') && code === undefined && /^[1-9]\d{0,9}$/.test(name))
    return { kind, id: Number(name) }
  if (kind === 'fictional' && code === undefined && (name === '' || /^[0-9A-Za-z]{14}$/.test(name)))
    return { kind, profileId: name || null }
  const page = pageNames.find((each) => each === name)
  const language = languages.find((each) => each === code)
  return kind === 'page' && page && language ? { kind, page, language } : undefined
}
