import type { AppliedFilters, SearchFilters } from '#contract/search/schemas.ts'

/** Filters to set; null, an empty text or an empty list removes one. */
export type FilterChange = { [Name in keyof SearchFilters]?: SearchFilters[Name] | null }

/**
 * Returns the filters of the URL with changes. A removed filter returns to its default. A region belongs to
 * its country, and a search near the member has none.
 */
export function changeFilters(selection: SearchFilters, changed: FilterChange): SearchFilters {
  const all: FilterChange = { ...selection, ...changed }
  if (!all.country || changed.near) all.region = null
  if (changed.region) all.near = null
  const entries = Object.entries(all).filter(([, value]) => value && !(Array.isArray(value) && value.length === 0))
  return Object.fromEntries(entries)
}

/**
 * Returns the filters to show while a changed search loads. Gender, country and ages that the change leaves
 * open stay; every other filter is off unless chosen.
 */
export function shownFilters(displayFilters: AppliedFilters, selection: SearchFilters): AppliedFilters {
  return {
    ...selection,
    gender: selection.gender ?? displayFilters.gender,
    country: selection.country ?? displayFilters.country,
    region: selection.region ?? null,
    minAge: selection.minAge ?? displayFilters.minAge,
    maxAge: selection.maxAge ?? displayFilters.maxAge,
  }
}
