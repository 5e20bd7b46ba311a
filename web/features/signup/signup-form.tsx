import { useEffect, useRef, type Ref } from 'react'
import { FormProvider } from 'react-hook-form'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { AccountStep } from './account-step.tsx'
import { PhotoStep } from './photo-step.tsx'
import { PlaceStep } from './place-step.tsx'
import { fieldsOfStep, signupSteps, stepNumber, type SignupStep } from './signup-steps.ts'
import { useSignup, type Signup } from './use-signup.ts'

export function SignupForm() {
  const t = useTranslations('signup')
  const signup = useSignup()
  const { form, step } = signup
  const heading = useStepFocus(signup)

  return (
    <FormProvider {...form}>
      <form
        method="post"
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          // Enter in any step presses the main button of that step.
          event.preventDefault()
          void (step === 'photo' ? form.submit() : signup.next())
        }}
      >
        <StepHead step={step} ref={heading} />
        {form.problem && (
          <Alert tone="danger" isLive>
            {form.problem}
          </Alert>
        )}
        {step === 'account' && <AccountStep signup={signup} />}
        {step === 'place' && <PlaceStep signup={signup} />}
        {step === 'photo' && <PhotoStep signup={signup} />}
        <StepButtons signup={signup} />
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
    </FormProvider>
  )
}

function StepHead({ step, ref }: { step: SignupStep; ref: Ref<HTMLHeadingElement> }) {
  const t = useTranslations('signup')
  const number = stepNumber(step)
  return (
    <div>
      <p className="mb-2 text-sm font-semibold text-text-muted">
        {t('step', { step: number, count: signupSteps.length })}
      </p>
      <div aria-hidden className="flex gap-2">
        {signupSteps.map((name, index) => (
          <span key={name} className={cx('h-1.5 flex-1 rounded-full', index < number ? 'bg-accent' : 'bg-line')} />
        ))}
      </div>
      <h2 ref={ref} tabIndex={-1} className="mt-5 text-xl font-bold outline-none">
        {t(`steps.${step}`)}
      </h2>
    </div>
  )
}

function StepButtons({ signup: { form, step, isChecking, back } }: { signup: Signup }) {
  const t = useTranslations('signup')
  return (
    <div className="flex flex-col gap-3">
      <Button type="submit" size="lg" disabled={!form.isReady} isWide isPending={form.isSending || isChecking}>
        {step === 'photo' ? t('submit') : t('next')}
      </Button>
      {stepNumber(step) > 1 && (
        <Button variant="ghost" isWide onClick={back}>
          {t('back')}
        </Button>
      )}
    </div>
  )
}

/** Scrolls a new step to its top and focuses its heading, or the first field that the server rejected in it. */
function useStepFocus({ step, form }: Signup) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  const { getFieldState, formState, setFocus } = form
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const rejected = fieldsOfStep(step).find((field) => getFieldState(field, formState).error)
    if (rejected) return setFocus(rejected)
    scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [step, getFieldState, formState, setFocus])
  return heading
}
