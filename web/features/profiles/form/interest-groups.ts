import type { Interest } from '#contract/settings/schemas.ts'

/** Love and friendship come last: the questions before it may have been about a relationship. */
export const interestGroupNames = ['outdoors', 'food', 'culture', 'home', 'active', 'love'] as const
export type InterestGroup = (typeof interestGroupNames)[number]

/** The group under which each interest is offered, at the sign-up and elsewhere. */
const groupOf = {
  relationship: 'love',
  friendship: 'love',
  flirting: 'love',
  kissing: 'love',
  cuddling: 'love',
  romance: 'love',
  candlelight_dinners: 'food',
  dating: 'love',
  adventure: 'outdoors',
  travelling: 'outdoors',
  city_trips: 'outdoors',
  beach: 'outdoors',
  mountains: 'outdoors',
  camping: 'outdoors',
  hiking: 'outdoors',
  walking: 'outdoors',
  nature: 'outdoors',
  animals: 'home',
  dogs: 'home',
  cats: 'home',
  gardening: 'home',
  cooking: 'food',
  dining_out: 'food',
  wine: 'food',
  coffee: 'food',
  music: 'culture',
  concerts: 'culture',
  festivals: 'culture',
  dancing: 'culture',
  nightlife: 'food',
  cinema: 'culture',
  series: 'home',
  theatre: 'culture',
  museums: 'culture',
  art: 'culture',
  photography: 'culture',
  reading: 'home',
  writing: 'home',
  gaming: 'home',
  board_games: 'home',
  gym: 'active',
  running: 'active',
  cycling: 'active',
  swimming: 'active',
  football: 'active',
  yoga: 'active',
  wellness: 'active',
  motorbikes: 'active',
  technology: 'home',
  volunteering: 'active',
} as const satisfies Record<Interest, InterestGroup>

/** Sorts the interests that a site offers into the groups; those without any are left out. */
export function groupInterests(offered: readonly Interest[]) {
  return interestGroupNames
    .map((group) => ({ group, interests: offered.filter((interest) => groupOf[interest] === group) }))
    .filter(({ interests }) => interests.length > 0)
}
