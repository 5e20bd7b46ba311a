import { useQueryClient } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'
import { href } from 'react-router'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { checkSignup, signUp } from '#contract/signup/calls.ts'
import { SignupForm, type SignupAccount } from '#contract/signup/schemas.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/forms/use-api-form.ts'
import { useContinueTo } from '#web/api/use-continue-to.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { loginPath } from '#web/features/accounts/login/login-target.ts'
import { startSession } from '#web/features/accounts/session.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { deleteDraft, readDraft, saveDraft, type SignupValues } from './signup-draft.ts'
import { storeFirstMessage } from './first-message.ts'
import { fieldsOfStep, firstOpenStep, firstStepWithError, signupSteps, type SignupStep } from './signup-steps.ts'
import type { Steps } from './use-steps.ts'

export type StepName = SignupStep | 'message'

/** Steps of the sign-up from a profile, which begins with a message to that member. */
export const targetSteps = ['message', ...signupSteps] as const satisfies readonly StepName[]

interface SignupOptions {
  steps: Steps<StepName>
  /** The member from whose profile the visitor signs up. */
  target: ProfileCard | null
  /** What the message to that member begins with. */
  firstMessage: string
}

/**
 * The sign-up as one form, one question at a time. Nothing is created before the last step is sent. The
 * server checks email and age on the way, so that a taken address is reported early.
 */
export function useSignup({ steps, target, firstMessage }: SignupOptions) {
  const [message, setMessage] = useState(firstMessage)
  /** What was written to another member before: it waits for them as long as this message is empty. */
  const [other, setOther] = useState<Pick<SignupValues, 'message' | 'target'>>({})
  const createAccount = useCreateAccount()
  const { language, country } = useLanguage()
  const required = useRequiredTexts()

  const form = useApiForm({
    schema: SignupForm,
    defaultValues: {
      email: '',
      password: '',
      name: '',
      birthDate: '',
      country,
      region: '',
      city: '',
      language,
      consentVersion: useSettings().consent_version,
    },
    async send(values) {
      try {
        await createAccount({ ...values, language }, target && { profileId: target.id, message })
      } catch (error) {
        const rejected = error instanceof ApiError ? firstStepWithError(error.fields) : null
        if (rejected) steps.replace(rejected)
        throw error
      }
    },
  })
  const check = useAccountCheck(form)
  const { step } = steps

  const written = message ? { message, target: target?.id } : other
  useSignupDraft(form, {
    message: written.message,
    target: written.target,
    onRestored(values) {
      if (values.target === target?.id) setMessage(values.message || firstMessage)
      else setOther(values)
    },
    onReady() {
      const open = step === 'message' ? step : firstOpenStep(step, form.getValues())
      if (open !== step) steps.replace(open)
    },
  })

  /** Shows what is missing in this step. Returns whether nothing is. */
  function isFilledIn(fields: readonly (keyof typeof required)[]) {
    const empty = fields.filter((field) => !form.getValues(field))
    for (const [index, field] of empty.entries())
      form.setError(field, { type: 'server', message: required[field] }, { shouldFocus: index === 0 })
    return empty.length === 0
  }

  /** Goes to the next step if the fields of this one are valid. */
  async function next() {
    if (step === 'message') return steps.next()
    const fields = fieldsOfStep(step)
    if (!isFilledIn(fields.filter((field) => field in required) as (keyof typeof required)[])) return
    if (!(await form.trigger([...fields], { shouldFocus: true }))) return
    if (step === 'password') await form.submit()
    else if (await check.isAccepted(step)) steps.next()
  }

  // Back to the member the visitor came to write to.
  const login = loginPath(target ? href('/members/:id', { id: target.id }) : undefined)
  return { form, steps, target, login, message, setMessage, isChecking: check.isPending, next }
}

export type Signup = ReturnType<typeof useSignup>

/**
 * The sentence for each field that is still empty, which is not yet wrong. The schema has that of the date of
 * birth, which names the minimum age.
 */
function useRequiredTexts() {
  const t = useTranslations('signup.required')
  return {
    email: t('email'),
    name: t('name'),
    gender: t('choice'),
    lookingFor: t('choice'),
    region: t('region'),
    password: t('password'),
  }
}

/** Creates the account, logs in and goes on to what can be filled in later. */
function useCreateAccount() {
  const client = useQueryClient()
  const continueTo = useContinueTo()
  return async (body: SignupForm, first: { profileId: string; message: string } | null) => {
    const { user } = await call(signUp, { body })
    deleteDraft()
    // A site that hides which addresses have an account answers by mail only (ACC-25).
    if (!user) return continueTo(`${href('/login')}?signup=mailed`, { replace: true })
    if (first) storeFirstMessage({ ...first, senderId: user.profile.id })
    startSession(client, user)
    await continueTo(href('/complete-signup'), { replace: true })
  }
}

interface AccountForm {
  getValues: () => SignupAccount
  showError: (error: unknown) => void
}

/** Asks the server about the fields of a step that it can judge before the account is created. */
function useAccountCheck({ getValues, showError }: AccountForm) {
  const [isPending, setIsPending] = useState(false)
  async function isAccepted(step: SignupStep) {
    const { email, name, birthDate } = getValues()
    const bodies: Partial<Record<SignupStep, SignupAccount>> = {
      email: { email },
      name: { email, name },
      birth: { email, name, birthDate },
    }
    const body = bodies[step]
    if (!body) return true
    setIsPending(true)
    try {
      await call(checkSignup, { body })
      return true
    } catch (error) {
      showError(error)
      return false
    } finally {
      setIsPending(false)
    }
  }
  return { isPending, isAccepted }
}

type Form = Pick<UseFormReturn<z.input<typeof SignupForm>, unknown, SignupForm>, 'getValues' | 'setValue' | 'watch'>

interface DraftOptions {
  message: string | undefined
  /** Id of the member the message is for. */
  target: string | undefined
  /** Called with a draft that was found. */
  onRestored: (values: SignupValues) => void
  /** Called once, after the form has what was typed before. */
  onReady: () => void
}

/** Restores what was typed before a reload, and stores every change. */
function useSignupDraft(form: Form, { message, target, onRestored, onReady }: DraftOptions) {
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
    if (isReady.current && message) saveDraft({ ...getValues(), message, target })
    const subscription = watch((values) => saveDraft({ ...values, message, target }))
    return () => subscription.unsubscribe()
  }, [watch, getValues, message, target])
}

/** Fills in the fields that are empty: what was typed before hydration is newer than the draft. */
function restore(
  { country, message: _message, target: _target, ...draft }: SignupValues,
  { getValues, setValue }: Omit<Form, 'watch'>,
) {
  // An unknown value is rejected when its step is left, as a wrong choice would be.
  setValue('country', country as SignupForm['country'])
  const typed = getValues()
  for (const [name, value] of Object.entries(draft) as [keyof typeof draft, string | undefined][]) {
    if (value && !typed[name]) setValue(name, value as never)
  }
}
