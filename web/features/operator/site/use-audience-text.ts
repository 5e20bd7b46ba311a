import { nicheNames } from '#contract/landers/landers.ts'
import type { LanderAudience } from '#contract/landers/lander-subject.ts'
import { languageNames } from '#contract/languages.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { sitesQuery } from './queries.ts'

/** Returns a function that names the visitors of content: `summer · France · Français`. */
export function useAudienceText() {
  const t = useTranslations('operator-site.lander')
  const { sites } = useLoaded(sitesQuery())
  const countryName = useCountryName()
  return ({ siteId, niche, slug, country, language }: LanderAudience) =>
    [
      siteId !== null && sites.find((site) => site.siteId === siteId)?.domain,
      niche !== null && nicheNames[niche - 1],
      slug,
      country !== null && countryName(country),
      language !== null && languageNames[language],
    ]
      .filter(Boolean)
      .join(' · ') || t('everyone')
}
