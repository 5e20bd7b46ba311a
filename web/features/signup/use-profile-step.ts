import { useQueryClient } from '@tanstack/react-query'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { updateProfile, type OwnProfile, type ProfileChange } from '#contract/profiles/profiles.ts'
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/forms/use-api-form.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { useStoredForm } from './use-stored-form.ts'

interface ProfileStepOptions<Input extends FieldValues, Output extends ProfileChange> {
  /** Names what is stored for a reload. */
  name: string
  profile: Pick<OwnProfile, 'id'>
  schema: z.ZodType<Output, Input>
  defaultValues: DefaultValues<Input>
  /** Runs after the fields are saved. Its failure is no failure of the step. */
  afterSave?: (body: Output) => Promise<unknown>
  onDone: () => void
}

/** A form of some profile fields: a reload restores it, and after it is saved the next step follows. */
export function useProfileStep<Input extends FieldValues, Output extends ProfileChange>({
  name,
  profile,
  schema,
  defaultValues,
  afterSave,
  onDone,
}: ProfileStepOptions<Input, Output>) {
  const client = useQueryClient()
  const form = useApiForm<Input, Output>({
    schema,
    defaultValues,
    async send(body) {
      client.setQueryData(ownProfileQuery().queryKey, await call(updateProfile, { body }))
      forget()
      await afterSave?.(body).catch(() => {})
      onDone()
    },
  })
  const forget = useStoredForm<Input>(form, `complete-signup.${name}.${profile.id}`)
  return form
}
