import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { SignupForm } from '#contract/signup.ts'
import { readDraft, saveDraft, type SignupValues } from './signup-draft.ts'

type Form = Pick<UseFormReturn<z.input<typeof SignupForm>, unknown, SignupForm>, 'getValues' | 'setValue' | 'watch'>

interface DraftOptions {
  message: string
  /** Called with a draft that was found. */
  onRestored: (values: SignupValues) => void
  /** Called once, after the form has what was typed before. */
  onReady: () => void
}

/** Restores what was typed before a reload, and stores every change. */
export function useSignupDraft(form: Form, { message, onRestored, onReady }: DraftOptions) {
  const isReady = useRef(false)
  const { getValues, setValue, watch } = form

  useEffect(() => {
    if (isReady.current) return
    isReady.current = true
    const draft = readDraft()
    if (draft) {
      restore(draft, { getValues, setValue })
      onRestored(draft)
    }
    onReady()
  })

  useEffect(() => {
    if (isReady.current && message) saveDraft({ ...getValues(), message })
    const subscription = watch((values) => saveDraft({ ...values, message }))
    return () => subscription.unsubscribe()
  }, [watch, getValues, message])
}

/** Fills in the fields that are empty: what was typed before hydration is newer than the draft. */
function restore({ country, ...draft }: SignupValues, { getValues, setValue }: Omit<Form, 'watch'>) {
  // An unknown value is rejected when its step is left, as a wrong choice would be.
  setValue('country', country as SignupForm['country'])
  const typed = getValues()
  for (const [name, value] of Object.entries(draft) as [keyof typeof draft, string | undefined][]) {
    if (name !== 'message' && value && !typed[name]) setValue(name, value as never)
  }
}
