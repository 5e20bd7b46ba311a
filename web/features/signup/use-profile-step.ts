import { useQueryClient } from '@tanstack/react-query'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useEffect, useRef } from 'react'
import { updateProfile } from '#contract/profiles/calls.ts'
import type { OwnProfile, ProfileChange } from '#contract/profiles/schemas.ts'
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/forms/use-api-form.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { tabStorage } from '#web/api/safe-storage.ts'

interface ProfileStepOptions<Input extends FieldValues, Output extends ProfileChange> {
  /** Names what is stored for a reload. */
  name: string
  profile: Pick<OwnProfile, 'id'>
  schema: z.ZodType<Output, Input>
  defaultValues: DefaultValues<Input>
  /** Completes the valid fields before they are saved; null if it has shown an error instead. */
  complete?: (body: Output) => Promise<Output | null>
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
  complete,
  afterSave,
  onDone,
}: ProfileStepOptions<Input, Output>) {
  const client = useQueryClient()
  const form = useApiForm<Input, Output>({
    schema,
    defaultValues,
    async send(values) {
      const body = complete ? await complete(values) : values
      if (!body) return
      client.setQueryData(ownProfileQuery().queryKey, await call(updateProfile, { body }))
      forget()
      await afterSave?.(body).catch(() => {})
      onDone()
    },
  })
  const forget = useStoredForm<Input>(form, `complete-signup.${name}.${profile.id}`)
  return form
}

type StoredForm<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'watch'>

/** Stores a form's values in this tab, so that a reload restores them. Returns how to delete them. */
function useStoredForm<Values extends FieldValues>(form: StoredForm<Values>, key: string) {
  const isRestored = useRef(false)
  const { getValues, setValue, watch } = form
  useEffect(() => {
    if (!isRestored.current) {
      isRestored.current = true
      for (const [name, value] of Object.entries(readStored(key, Object.keys(getValues()))))
        // Only names of the form are read, and a wrong value is rejected when the form is sent.
        setValue(name as Path<Values>, value as never)
    }
    const subscription = watch((values) => void tabStorage.setItem(key, JSON.stringify(values)))
    return () => subscription.unsubscribe()
  }, [getValues, setValue, watch, key])
  return () => tabStorage.removeItem(key)
}

function readStored(key: string, names: readonly string[]): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(tabStorage.getItem(key) ?? '{}')
    if (typeof values !== 'object' || values === null) return {}
    return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
  } catch {
    return {}
  }
}
