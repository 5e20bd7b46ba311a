import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { genders } from '#contract/profile-fields.ts'
import { LookingForField } from '#web/features/profiles/looking-for-field.tsx'
import { regionsQuery } from '#web/features/settings/queries.ts'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { SegmentedControl } from '#web/ui/forms/segmented-control.tsx'
import { suggestedLookingFor } from './signup-defaults.ts'
import type { Signup } from './use-signup.ts'

/** Asks for the member's gender and the one they look for. */
export function MeetStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup')
  // For the next step: what is typed into a select before it has its options is lost.
  useQuery(regionsQuery())
  return (
    <>
      <FieldGroup label={t('fields.gender')} error={form.errorOf('gender')}>
        <Controller
          control={form.control}
          name="gender"
          render={({ field }) => (
            <SegmentedControl
              ref={field.ref}
              name={field.name}
              value={field.value ?? null}
              onValueChange={(gender) => {
                form.clearErrors(['gender', 'lookingFor'])
                form.setValue('gender', gender)
                if (!form.getValues('lookingFor')) form.setValue('lookingFor', suggestedLookingFor(gender))
              }}
              options={genders.map((gender) => ({ value: gender, label: t(`gender.${gender}`) }))}
            />
          )}
        />
      </FieldGroup>
      <Controller
        control={form.control}
        name="lookingFor"
        render={({ field }) => (
          <LookingForField
            ref={field.ref}
            name={field.name}
            value={field.value ?? null}
            onValueChange={(lookingFor) => {
              form.clearErrors('lookingFor')
              form.setValue('lookingFor', lookingFor)
            }}
            error={form.errorOf('lookingFor')}
          />
        )}
      />
    </>
  )
}
