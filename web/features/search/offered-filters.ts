import { choiceSettings, profileChoiceNames } from '#contract/profiles/profile-fields.ts'
import { NEAR_STEPS_KM } from '#contract/limits.ts'
import type { AppliedFilters, SearchFilters } from '#contract/search/schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import { flagFilters } from './search-url.ts'

type SearchSettings = Pick<Settings, 'search_fields' | 'visible_profile_fields'>

/** Returns the filters that this site offers a member or visitor, as on the server (SEARCH-6, SEARCH-8). */
export function offeredFilters({ search_fields, visible_profile_fields }: SearchSettings, isMember: boolean) {
  const offers = (field: SearchSettings['search_fields'][number]) => search_fields.includes(field)
  return {
    gender: offers('gender'),
    age: offers('age'),
    country: offers('country'),
    region: offers('region'),
    near: isMember && offers('near') ? NEAR_STEPS_KM : [],
    flags: isMember ? flagFilters.filter(offers) : [],
    choices: isMember
      ? profileChoiceNames.filter(
          (name) => offers(choiceSettings[name]) && visible_profile_fields.includes(choiceSettings[name]),
        )
      : [],
  }
}
export type OfferedFilters = ReturnType<typeof offeredFilters>

/** Returns how many filters beyond gender, place and ages are on. */
export function optionalCount(filters: AppliedFilters | SearchFilters) {
  const names = ['near', ...flagFilters, ...profileChoiceNames] as const
  return names.filter((name) => filters[name]).length
}
