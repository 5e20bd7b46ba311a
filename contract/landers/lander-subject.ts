import { countries, type CountryCode } from '#contract/countries.ts'
import { languages, type Language } from '#contract/languages.ts'
import { INTEGER_MAX } from '#contract/numbers.ts'
import { isLanderSlug, landers, nicheNames, type LanderName } from './landers.ts'

/** The visitors that content of a landing page is for; null: all. */
export interface LanderAudience {
  siteId: number | null
  /** 1 to 7. */
  niche: number | null
  slug: string | null
  country: CountryCode | null
  language: Language | null
}
export type LanderKey = LanderAudience & { lander: LanderName }

/** Stands for null. No slug has it. */
const ALL = '_'

/** Returns what the history calls the content of a landing page: `lander/gallery/_/_/summer/FR/fr`. */
export function landerSubject({ lander, siteId, niche, slug, country, language }: LanderKey) {
  return ['lander', lander, ...[siteId, niche, slug, country, language].map((part) => part ?? ALL)].join('/')
}

/** Reads such a name; undefined if it is none. */
export function landerOfSubject(subject: string): LanderKey | undefined {
  const [kind, name, site = '', nicheText = '', slugText = '', ...places] = subject.split('/')
  const lander = landers.find((each) => each === name)
  if (kind !== 'lander' || !lander || places.length !== 2) return undefined
  const siteId = /^[1-9]\d{0,9}$/.test(site) && Number(site) <= INTEGER_MAX ? Number(site) : undefined
  const niche = nicheNames.map((_, index) => index + 1).find((each) => String(each) === nicheText)
  const slug = isLanderSlug(slugText) ? slugText : undefined
  const country = countries.find((each) => each === places[0])
  const language = languages.find((each) => each === places[1])
  const parts = { siteId, niche, slug, country, language }
  const texts = [site, nicheText, slugText, ...places]
  if (Object.values(parts).some((part, index) => part === undefined && texts[index] !== ALL)) return undefined
  return {
    lander,
    siteId: siteId ?? null,
    niche: niche ?? null,
    slug: slug ?? null,
    country: country ?? null,
    language: language ?? null,
  }
}
