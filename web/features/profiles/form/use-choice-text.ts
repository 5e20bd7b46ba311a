import { useTranslations } from '#web/i18n/intl.tsx'
import type { Gender, ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import type { ProfileChoice } from '#contract/profiles/profile-fields.ts'

/** Every text of a choice may depend on the gender; texts of languages without gender ignore it. */
type ChoiceKey = { [Name in ProfileChoice]: `${Name}.${NonNullable<ProfileChoices[Name]>}` }[ProfileChoice]

/** Returns a function for the text of a value of an optional profile field, for a member of a gender. */
export function useChoiceText() {
  const t = useTranslations('profiles.choices')
  return <Name extends ProfileChoice>(name: Name, value: NonNullable<ProfileChoices[Name]>, gender: Gender) =>
    // The type of a template with two generic parts is too wide for the checked keys.
    t(`${name}.${value}` as ChoiceKey, { gender })
}
