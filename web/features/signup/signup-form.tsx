import { useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { AccountStep } from './account-step.tsx'
import { PhotoStep } from './photo-step.tsx'
import { PlaceStep } from './place-step.tsx'
import { fieldsOfStep, signupSteps } from './signup-steps.ts'
import { useSignup, type Signup } from './use-signup.ts'

export function SignupForm() {
  const t = useTranslations('signup')
  const signup = useSignup()
  const { form, step, stepNumber } = signup
  const isLast = step === 'photo'
  const heading = useStepFocus(signup)

  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        // Enter in any step means its main button.
        event.preventDefault()
        void (isLast ? form.submit() : signup.next())
      }}
    >
      <div>
        <p className="mb-2 text-sm font-semibold text-text-muted">
          {t('step', { step: stepNumber, count: signupSteps.length })}
        </p>
        <div aria-hidden className="flex gap-2">
          {signupSteps.map((name, index) => (
            <span
              key={name}
              className={
                index < stepNumber ? 'h-1.5 flex-1 rounded-full bg-accent' : 'h-1.5 flex-1 rounded-full bg-line'
              }
            />
          ))}
        </div>
        <h2 ref={heading} tabIndex={-1} className="mt-5 text-xl font-bold outline-none">
          {t(`steps.${step}`)}
        </h2>
      </div>
      {form.problem && (
        <Alert tone="danger" isLive>
          {form.problem}
        </Alert>
      )}
      {step === 'account' && <AccountStep signup={signup} />}
      {step === 'place' && <PlaceStep signup={signup} />}
      {step === 'photo' && <PhotoStep signup={signup} />}
      <div className="flex flex-col gap-3">
        <Button type="submit" size="lg" disabled={!form.isReady} isWide isPending={form.isSending || signup.isChecking}>
          {isLast ? t('submit') : t('next')}
        </Button>
        {stepNumber > 1 && (
          <Button variant="ghost" isWide onClick={signup.back}>
            {t('back')}
          </Button>
        )}
      </div>
      <p className="text-center text-text-muted">
        {t.rich('hasAccount', {
          link: (chunks) => (
            <Link to={href('/login')} prefetch="intent" className="font-semibold text-accent-text underline">
              {chunks}
            </Link>
          ),
        })}
      </p>
    </form>
  )
}

/** A new step starts at its top, with the focus on its heading, or on what the server refused there. */
function useStepFocus({ step, form }: Signup) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  const { getFieldState, formState, setFocus } = form
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const refused = fieldsOfStep(step).find((field) => getFieldState(field, formState).error)
    if (refused) return setFocus(refused)
    scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [step, getFieldState, formState, setFocus])
  return heading
}
