import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { countryLanguages, type CountryCode } from '#contract/countries.ts'
import { checkSignup, signUp, SignupForm } from '#contract/signup.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { startSession } from '#web/features/accounts/session.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { fieldsOfStep, signupSteps, stepOfField, type SignupStep } from './signup-steps.ts'

/**
 * The sign-up as one form in three steps. Nothing exists on the server before the last one is sent; the first step is
 * checked there before the second is shown, so that a taken address does not surprise at the end.
 */
export function useSignup() {
  const [step, setStep] = useState<SignupStep>('account')
  const [photo, setPhoto] = useState<File | null>(null)
  const [photoProblem, setPhotoProblem] = useState<string>()
  const [isChecking, setIsChecking] = useState(false)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const { language } = useLanguage()
  const country = useFirstCountry()

  const form = useApiForm({
    schema: SignupForm,
    defaultValues: { email: '', password: '', name: '', birthDate: '', country, region: '', city: '', language },
    async send(values) {
      setPhotoProblem(undefined)
      try {
        const { user } = await call(signUp, { body: { ...values, language } }, photo ? { file: photo } : {})
        startSession(queryClient, user)
        await navigate(href('/members'), { replace: true })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const [field] = Object.keys(error.fields)
        if (field) setStep(stepOfField(field))
        const atPhoto = error.fields['file'] ?? error.fields['photo']
        if (!atPhoto) throw error
        setPhotoProblem(errorText.ofCode(atPhoto.code, atPhoto.params))
      }
    },
  })

  /** Goes on when this step's fields are in order; the server has the last word on the first step. */
  async function next() {
    const fields = fieldsOfStep(step)
    // As if each had been left before: what is said at it then goes with the right key, and not only when the button is
    // pressed, which would move the button away under the press.
    for (const field of fields) form.setValue(field, form.getValues(field), { shouldTouch: true })
    if (!(await form.trigger([...fields], { shouldFocus: true }))) return
    if (step === 'account' && !(await isAccepted())) return
    setStep(signupSteps[signupSteps.indexOf(step) + 1] ?? step)
  }

  async function isAccepted() {
    const { email, password, name, birthDate } = form.getValues()
    setIsChecking(true)
    try {
      await call(checkSignup, { body: { email, password, name, birthDate } }, { isRepeatable: true })
      return true
    } catch (error) {
      form.showError(error)
      return false
    } finally {
      setIsChecking(false)
    }
  }

  return {
    form,
    step,
    stepNumber: signupSteps.indexOf(step) + 1,
    isChecking,
    next,
    back: () => setStep(signupSteps[signupSteps.indexOf(step) - 1] ?? step),
    photo,
    photoProblem,
    choosePhoto(file: File | null) {
      setPhotoProblem(undefined)
      setPhoto(file)
    },
  }
}

export type Signup = ReturnType<typeof useSignup>

/** The country that the visitor's address points to, else one that speaks the language, else the site's first. */
function useFirstCountry() {
  const { countries, geoip_country: fromAddress } = useSettings()
  const { language } = useLanguage()
  const isOwnLanguage = (country: CountryCode) => countryLanguages[country][0] === language
  const wishes: (CountryCode | null | undefined)[] = [
    fromAddress,
    language === 'en' ? 'GB' : null,
    countries.find(isOwnLanguage),
  ]
  const served = wishes.find((country) => country && countries.includes(country))
  // A site serves one country at least: its settings are checked for that.
  return served ?? countries[0] ?? 'GB'
}
