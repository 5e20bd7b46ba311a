import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { GenderField } from '#web/features/profiles/form/gender-field.tsx'
import { LookingForField } from '#web/features/profiles/form/looking-for-field.tsx'
import { regionsQuery } from '#web/features/settings/list-queries.ts'
import { suggestedLookingFor } from './signup-defaults.ts'
import type { Signup } from './use-signup.ts'

/** Asks for the member's gender and the one they look for. */
export function MeetStep({ signup: { form } }: { signup: Signup }) {
  // For the next step: what is typed into a select before it has its options is lost.
  useQuery(regionsQuery())
  return (
    <>
      <Controller
        control={form.control}
        name="gender"
        render={({ field }) => (
          <GenderField
            ref={field.ref}
            name={field.name}
            value={field.value ?? null}
            onValueChange={(gender) => {
              form.clearErrors(['gender', 'lookingFor'])
              form.setValue('gender', gender)
              if (!form.getValues('lookingFor')) form.setValue('lookingFor', suggestedLookingFor(gender))
            }}
            error={form.errorOf('gender')}
          />
        )}
      />
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
