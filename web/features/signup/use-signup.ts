import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { CONSENT_VERSION } from '#contract/consents.ts'
import { checkSignup, signUp, SignupForm, type SignupAccount } from '#contract/signup.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { startSession } from '#web/features/accounts/session.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { initialCountry } from './signup-defaults.ts'
import { fieldsOfStep, firstStepWithError, stepAfter, stepBefore, type SignupStep } from './signup-steps.ts'

/**
 * The sign-up as one form in three steps. Nothing is created before the last step is sent. The server checks the first
 * step before the second is shown, so that a taken address is reported early.
 */
export function useSignup() {
  const [step, setStep] = useState<SignupStep>('account')
  const photo = usePhotoField()
  const createAccount = useCreateAccount()
  const country = useInitialCountry()
  const { language } = useLanguage()

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
      consentVersion: CONSENT_VERSION,
    },
    async send(values) {
      photo.clearProblem()
      try {
        await createAccount({ ...values, language }, photo.file)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const rejected = firstStepWithError(error.fields)
        if (rejected) setStep(rejected)
        if (!photo.showProblem(error)) throw error
      }
    },
  })
  const check = useAccountCheck(form)

  /** Goes to the next step if the fields of this one are valid. */
  async function next() {
    const fields = fieldsOfStep(step)
    // Fields count as touched, so that an error disappears with the next key and not only with the next press of the
    // button, which would then move away under the pointer.
    for (const field of fields) form.setValue(field, form.getValues(field), { shouldTouch: true })
    if (!(await form.trigger([...fields], { shouldFocus: true }))) return
    if (step === 'account' && !(await check.isAccepted())) return
    setStep(stepAfter(step))
  }

  return { form, step, photo, isChecking: check.isPending, next, back: () => setStep(stepBefore(step)) }
}

export type Signup = ReturnType<typeof useSignup>

/** Creates the account, logs in and opens the members page. */
function useCreateAccount() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (body: SignupForm, photo: File | null) => {
    const { user } = await call(signUp, { body }, photo ? { file: photo } : {})
    startSession(client, user)
    await navigate(href('/members'), { replace: true })
  }
}

/** The chosen photo, which is sent beside the form, and the server's error about it. */
function usePhotoField() {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const errorText = useErrorText()
  return {
    file,
    problem,
    clearProblem: () => setProblem(undefined),
    choose(chosen: File | null) {
      setProblem(undefined)
      setFile(chosen)
    },
    /** Shows the error about the photo, if this is one. */
    showProblem({ fields }: ApiError) {
      const rejection = fields['file'] ?? fields['photo']
      if (rejection) setProblem(errorText.ofCode(rejection.code, rejection.params))
      return rejection !== undefined
    },
  }
}

interface AccountForm {
  getValues: () => SignupAccount
  showError: (error: unknown) => void
}

/** Asks the server about the fields of the first step. */
function useAccountCheck({ getValues, showError }: AccountForm) {
  const [isPending, setIsPending] = useState(false)
  async function isAccepted() {
    const { email, password, name, birthDate } = getValues()
    setIsPending(true)
    try {
      await call(checkSignup, { body: { email, password, name, birthDate } }, { isRepeatable: true })
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

function useInitialCountry() {
  const { countries, geoip_country: addressCountry } = useSettings()
  const { language } = useLanguage()
  return initialCountry({ addressCountry, language, countries })
}
