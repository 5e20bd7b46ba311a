import { Controller, useFormContext } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import { choiceSettings, profileChoiceNames, profileChoices } from '#contract/profiles/profile-fields.ts'
import type { Gender, ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { RadioChips } from '#web/ui/forms/radio-chips.tsx'
import { emptyAsNull } from './profile-form-values.ts'
import { useChoiceText } from './use-choice-text.ts'

interface Props {
  /** The texts of the choices follow it. */
  gender: Gender
  errorOf: (name: keyof ProfileChoices) => string | undefined
}

/** The optional choices that the site shows (PRO-11) but the intention, in the form around them. */
export function ChoiceFields({ gender, errorOf }: Props) {
  const t = useTranslations('profiles.own')
  const choiceText = useChoiceText()
  const { control } = useFormContext<ProfileChoices>()
  const { visible_profile_fields: visible } = useSettings()
  return profileChoiceNames
    .filter((name) => name !== 'intention' && visible.includes(choiceSettings[name]))
    .map((name) => (
      <FieldGroup key={name} label={t(name)} error={errorOf(name)}>
        <Controller
          control={control}
          name={name}
          render={({ field }) => (
            <RadioChips
              ref={field.ref}
              name={field.name}
              value={field.value ?? ''}
              onValueChange={(value) => field.onChange(emptyAsNull(value))}
              options={[
                ...profileChoices[name].map((value) => ({ value, label: choiceText(name, value, gender) })),
                { value: '', label: t('unsaid') },
              ]}
            />
          )}
        />
      </FieldGroup>
    ))
}
