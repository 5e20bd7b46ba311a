import { Controller, useFormContext } from 'react-hook-form'
import { profileChoices } from '#contract/profiles/profile-fields.ts'
import type { Gender, ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { emptyAsNull } from './profile-form-values.ts'
import { useChoiceText } from './use-choice-text.ts'

interface Props {
  gender: Gender
  error: string | undefined
}

/** What the member hopes to find, in the form around it; it may stay open. */
export function IntentionField({ gender, error }: Props) {
  const t = useTranslations('profiles.own')
  const choiceText = useChoiceText()
  const { control } = useFormContext<Pick<ProfileChoices, 'intention'>>()
  return (
    <div id="choose-intention">
      <FieldGroup label={t('intention')} error={error}>
        <Controller
          control={control}
          name="intention"
          render={({ field }) => (
            <RadioGroup
              ref={field.ref}
              name={field.name}
              value={field.value ?? ''}
              onValueChange={(value) => field.onChange(emptyAsNull(value))}
              options={[
                ...profileChoices.intention.map((value) => ({ value, label: choiceText('intention', value, gender) })),
                { value: '', label: t('unsaid') },
              ]}
              className="sm:grid sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2"
            />
          )}
        />
      </FieldGroup>
    </div>
  )
}
