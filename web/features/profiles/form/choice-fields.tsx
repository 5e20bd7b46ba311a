import { useFormContext } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import { choiceSettings, profileChoiceNames, profileChoices } from '#contract/profiles/profile-fields.ts'
import type { ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import type { OwnProfile } from '#contract/profiles/schemas.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { emptyAsNull } from './profile-form-values.ts'
import { useChoiceText } from './use-choice-text.ts'

interface Props {
  profile: OwnProfile
  errorOf: (name: keyof ProfileChoices) => string | undefined
}

/** The optional choices that the site shows (PRO-11) but the intention, in the form around them. */
export function ChoiceFields({ profile, errorOf }: Props) {
  const t = useTranslations('profiles.own')
  const choiceText = useChoiceText()
  const { register } = useFormContext<ProfileChoices>()
  const { visible_profile_fields: visible } = useSettings()
  return profileChoiceNames
    .filter((name) => name !== 'intention' && visible.includes(choiceSettings[name]))
    .map((name) => (
      <Field key={name} label={t(name)} error={errorOf(name)}>
        <Select
          {...register(name, { setValueAs: emptyAsNull })}
          defaultValue={profile[name] ?? ''}
          options={[
            { value: '', label: t('unsaid') },
            ...profileChoices[name].map((value) => ({ value, label: choiceText(name, value, profile.gender) })),
          ]}
        />
      </Field>
    ))
}
