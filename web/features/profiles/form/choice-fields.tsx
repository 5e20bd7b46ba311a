import { Controller, useFormContext } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import { profileChoices, type ProfileChoice } from '#contract/profiles/profile-fields.ts'
import type { Gender, ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { RadioChips } from '#web/ui/forms/radio-chips.tsx'
import { emptyAsNull } from './profile-form-values.ts'
import { useChoiceText } from './use-choice-text.ts'

interface Props {
  names: readonly ProfileChoice[]
  /** The texts of the choices follow it. */
  gender: Gender
  errorOf: (name: ProfileChoice) => string | undefined
}

/** Optional choices as chips, in the form around them. */
export function ChoiceFields({ names, gender, errorOf }: Props) {
  const t = useTranslations('profiles.own')
  const choiceText = useChoiceText()
  const { control } = useFormContext<ProfileChoices>()
  return names.map((name) => (
    <div key={name} id={`choose-${name}`}>
      <FieldGroup label={t(name)} error={errorOf(name)}>
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
    </div>
  ))
}
