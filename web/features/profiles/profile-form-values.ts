import type { OwnProfile } from '#contract/profiles.ts'

/** The fields of an own profile that the form edits; the others stay as they were given at sign-up. */
export function profileFormValues(profile: OwnProfile) {
  const { country, region, city, lookingFor, about, relationship, bodyType, interests } = profile
  return { country, region, city, lookingFor, about, relationship, bodyType, interests }
}

/** Converts the choice 'Rather not say', which is empty on the screen and null in the contract. */
export function emptyAsNull(value: unknown) {
  return value === '' ? null : value
}

/** A list with an item added or removed. An item is in it once, and the order of the others stays. */
export function withItem<Item>(list: readonly Item[], item: Item, isIncluded: boolean) {
  const others = list.filter((each) => each !== item)
  if (!isIncluded) return others
  return list.includes(item) ? [...list] : [...others, item]
}
