import type { ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import { mapChoices } from '#contract/profiles/profile-fields.ts'
import type { OwnProfile, ProfileChange, ProfileEdit } from '#contract/profiles/schemas.ts'

/** The fields of an own profile that the form edits. */
export function profileFormValues(profile: OwnProfile) {
  const { name, birthDate, gender, country, region, city, lookingFor, about, answers, interests } = profile
  const choices = mapChoices<ProfileChoices>((choice) => profile[choice])
  const place = { country, region, city }
  return { name, birthDate, gender, ...place, lookingFor, about, answers, interests, ...choices } satisfies ProfileEdit
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

/** Returns the fields whose values differ. A place is sent as a whole. */
export function changedFields(before: ProfileEdit, after: ProfileEdit): ProfileChange {
  const isSame = (name: keyof ProfileEdit) => JSON.stringify(before[name]) === JSON.stringify(after[name])
  const place = (['country', 'region', 'city'] as const).every(isSame) ? [] : ['country', 'region', 'city']
  const names = Object.keys(after).filter((name) => place.includes(name) || !isSame(name as keyof ProfileEdit))
  return Object.fromEntries(Object.entries(after).filter(([name]) => names.includes(name)))
}
