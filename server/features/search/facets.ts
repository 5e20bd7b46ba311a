import type { Gender } from '#contract/profiles/profile-field-schemas.ts'
import type { SearchFacets, SearchFilters } from '#contract/search/schemas.ts'

/**
 * The bits of a member's facets, as `search_facets` writes them. Each facet has a bit for each value and one
 * for 'not given', so every member has exactly one, and one mask excludes all unwanted values. The bits are
 * stored, so one never changes its meaning, and stay below 63: a `bigint`, which only statements read.
 */
type FacetBits = {
  [Facet in keyof SearchFacets]-?: { none: number; values: Record<NonNullable<SearchFacets[Facet]>[number], number> }
}

export const facetBits: FacetBits = {
  relationship: {
    none: 0,
    values: { divorced: 1, living_together: 2, married: 3, single: 4, widowed: 5, unmarried: 6 },
  },
  bodyType: { none: 7, values: { slim: 8, normal: 9, fat: 10 } },
  sexuality: { none: 11, values: { hetero: 12, gay: 13, lesbian: 14, bi: 15 } },
  hairColour: { none: 16, values: { black: 17, brown: 18, blond: 19, red: 20, grey: 21, dyed: 22, none: 23 } },
  eyeColour: { none: 24, values: { brown: 25, blue: 26, green: 27, grey: 28, hazel: 29 } },
  tattoos: { none: 30, values: { none: 31, few: 32, many: 33 } },
  reason: { none: 34, values: { relationship: 35, dating: 36, friendship: 37, chatting: 38, adventure: 39 } },
  intention: { none: 48, values: { long_term: 49, long_term_open: 50, casual: 51, friends: 52, unsure: 53 } },
}

const WITHOUT_PHOTO = 41
const UNVERIFIED = 43
const FICTIONAL = 44
/** For members who look for one gender only; those who look for both, or in privacy mode, have neither. */
export const LOOKS_FOR_ONLY = { male: 46, female: 47 } as const satisfies Record<Gender, number>
/** For members who are not shown to visitors without log-in. */
const HIDDEN_FROM_VISITORS = 45

/** Fictional profiles are found and not counted (PRO-13). */
export const FICTIONAL_MASK = bit(FICTIONAL)

/** Mask of the members who do not look for a gender. */
export function notLookingFor(gender: Gender) {
  return bit(LOOKS_FOR_ONLY[gender === 'male' ? 'female' : 'male'])
}

type FacetFilters = Pick<SearchFilters, keyof SearchFacets | 'photo' | 'verified'>

/** Returns the mask of the facets that a search excludes: it finds members who have none of these bits. */
export function excludedFacets(filters: FacetFilters, { isVisitor }: { isVisitor: boolean }) {
  let excluded = isVisitor ? bit(HIDDEN_FROM_VISITORS) : 0n
  if (filters.photo) excluded |= bit(WITHOUT_PHOTO)
  if (filters.verified) excluded |= bit(UNVERIFIED)
  for (const [facet, { none, values }] of Object.entries(facetBits)) {
    // `Object.entries` loses the type of the keys of `facetBits`.
    const selection: readonly string[] | undefined = filters[facet as keyof SearchFacets]
    if (!selection?.length) continue
    excluded |= bit(none)
    for (const [value, position] of Object.entries(values)) if (!selection.includes(value)) excluded |= bit(position)
  }
  return excluded
}

function bit(position: number) {
  return 1n << BigInt(position)
}
