import { choiceSettings } from '#contract/profiles/profile-fields.ts'

/** Filters that the member search can offer. Not interests: there are too many to be packed into an index. */
export const searchFields = [
  'gender',
  'country',
  'region',
  'age',
  'near',
  'online',
  'new',
  'photo',
  'verified',
  ...Object.values(choiceSettings),
] as const
export type SearchField = (typeof searchFields)[number]
