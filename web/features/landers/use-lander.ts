import { useSuspenseQuery } from '@tanstack/react-query'
import { href, useLocation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { LanderName, LanderTextKey, NicheName } from '#contract/landers/landers.ts'
import type { CountryCode } from '#contract/countries.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { useIsSignupOpen, useMinimumAge, useSettings } from '#web/features/settings/use-settings.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { portraitUrl } from './cast.ts'
import { landerQuery } from './queries.ts'
import { trafficQuery } from './traffic-query.ts'

/** What every landing page is rendered from. */
export interface LanderView {
  name: LanderName
  niche: NicheName
  country: CountryCode
  /** A text of the page: the operator's, else that of the page, else that of the niche. */
  text: (key: LanderTextKey) => string
  /** A text of the niche, whatever the page. */
  general: (key: LanderTextKey) => string
  /** URL of the portrait of an illustrated person. */
  portrait: (index: number) => string
  /** Where the main link leads, with the campaign of the visitor. */
  signupUrl: string
  loginUrl: string
  /** The parameters of the campaign, beginning with `?`, or empty. */
  traffic: string
  isSignupOpen: boolean
}

interface Input {
  name: LanderName
  slug: string | null
  /** The member that the page is about. */
  member?: ProfileCard | null
}

export function useLander({ name, slug, member = null }: Input): LanderView {
  const { language } = useLanguage()
  const { search } = useLocation()
  const countryName = useCountryName()
  const { name: site } = useSettings()
  const isSignupOpen = useIsSignupOpen()
  const minimumAge = useMinimumAge()
  const { niche, country, texts, images } = useSuspenseQuery(landerQuery({ lander: name, slug, language })).data
  // The keys are built from lists of the contract; landers.test.ts checks that every text exists.
  const t = useTranslations('landers') as unknown as Translate
  const values = {
    site,
    country: countryName(country),
    name: member?.name ?? '',
    age: member?.age ?? minimumAge,
    region: member?.region ?? '',
  }
  const traffic = trafficQuery(search)
  return {
    name,
    niche,
    country,
    text(key) {
      const own = texts[key]
      if (own !== undefined) return fillIn(own, values)
      if (t.has(`pages.${name}.${key}`)) {
        const text = t(`pages.${name}.${key}`, values)
        // The lead of the page is about its idea, that of a niche about its people.
        const addsNiche = key === 'lead' && !member && niche !== 'plain'
        return addsNiche ? `${text} ${t(`niches.${niche}.lead`, values)}` : text
      }
      return t(`niches.${niche}.${key}`, values)
    },
    general: (key) => t(`niches.${niche}.${key}`, values),
    portrait: (index) => portraitUrl({ niche, images, index }),
    signupUrl: (member ? href('/members/:id/signup', { id: member.id }) : href('/signup')) + traffic,
    loginUrl: href('/login') + traffic,
    traffic,
    isSignupOpen,
  }
}

type Translate = ((key: string, values: Record<string, string | number>) => string) & { has: (key: string) => boolean }

/** Fills in the variables of a text of the operator: `{site}`, `{country}`, `{name}`, `{age}`, `{region}`. */
export function fillIn(text: string, values: Record<string, string | number>) {
  return text.replaceAll(/\{(\w+)\}/g, (all, key: string) => String(values[key] ?? all))
}
