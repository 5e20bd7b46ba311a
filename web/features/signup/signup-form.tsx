import { FormProvider, Controller } from 'react-hook-form'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { suggestEmail } from '#web/features/accounts/email/suggested-email.ts'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import { ConsentHelp, ConsentText } from '#web/features/accounts/consent-text.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { minimumAge } from '#contract/settings/site-rules.ts'
import { BirthDateField } from '#web/features/profiles/form/birth-date-field.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { PlaceFormFields } from '#web/features/settings/place-form-fields.tsx'
import { EmailStep } from './email-step.tsx'
import { MeetStep } from './meet-step.tsx'
import { MessageStep } from './message-step.tsx'
import { fieldsOfStep, signupSteps } from './signup-steps.ts'
import { StepHead } from './step-head.tsx'
import { targetSteps, useSignup, type Signup, type StepName } from './use-signup.ts'
import { useLocalSteps, useStepsInUrl, type Steps } from './use-steps.ts'

interface Props {
  /** The member from whose profile the visitor signs up; their first message is the first step. */
  target?: ProfileCard | null
  /** What the visitor can change and send. */
  firstMessage?: string | undefined
}

const stepsFor = (target: ProfileCard | null): readonly [StepName, ...StepName[]] =>
  target ? targetSteps : signupSteps

/** The sign-up as a page: its steps are in the address. */
export function SignupForm({ target = null, firstMessage }: Props) {
  return <StepsForm steps={useStepsInUrl<StepName>(stepsFor(target))} target={target} firstMessage={firstMessage} />
}

/** The sign-up in a dialog, over the page on which it was started. */
export function SignupDialogForm({ target = null }: Pick<Props, 'target'>) {
  return <StepsForm steps={useLocalSteps<StepName>(stepsFor(target))} target={target} />
}

interface StepsFormProps extends Pick<Props, 'firstMessage'> {
  steps: Steps<StepName>
  target: ProfileCard | null
}

function StepsForm({ steps, target, firstMessage = '' }: StepsFormProps) {
  const t = useTranslations('signup')
  const signup = useSignup({ steps, target, firstMessage })
  const { form } = signup
  const { step, number, count } = steps

  return (
    <FormProvider {...form}>
      <form
        method="post"
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          // Enter in any step presses the main button of that step.
          event.preventDefault()
          void signup.next()
        }}
      >
        <StepHead
          step={step}
          number={number}
          count={count}
          title={step === 'message' ? t('steps.message', { name: target?.name ?? '' }) : t(`steps.${step}`)}
          focusInstead={() => focusFirstError(signup)}
        />
        <FormProblem>{form.problem}</FormProblem>
        <Step signup={signup} />
        <StepButtons signup={signup} />
        {number === 1 && (
          <p className="text-center text-text-muted">
            {t.rich('hasAccount', {
              link: (chunks) => (
                <Link
                  to={href('/login')}
                  onClick={() => suggestEmail(form.getValues('email'))}
                  prefetch="intent"
                  className="font-semibold text-accent-text underline"
                >
                  {chunks}
                </Link>
              ),
            })}
          </p>
        )}
      </form>
    </FormProvider>
  )
}

const stepComponents = {
  message: MessageStep,
  email: EmailStep,
  person: PersonStep,
  meet: MeetStep,
  place: PlaceStep,
  password: PasswordStep,
}

function Step({ signup }: { signup: Signup }) {
  const Component = stepComponents[signup.steps.step]
  return <Component signup={signup} />
}

/** Focuses the first field of the step that the server rejected. Returns whether there is one. */
function focusFirstError({ form, steps: { step } }: Signup) {
  if (step === 'message') return false
  const rejected = fieldsOfStep(step).find((field) => form.getFieldState(field, form.formState).error)
  if (rejected) form.setFocus(rejected)
  return rejected !== undefined
}

function StepButtons({ signup: { form, steps, message, isChecking } }: { signup: Signup }) {
  const t = useTranslations('signup')
  const { step, number } = steps
  const nextText = step === 'message' && message.trim() === '' ? t('withoutMessage') : t('next')
  return (
    <div className="flex flex-col gap-2">
      <Button type="submit" size="lg" disabled={!form.isReady} isWide isPending={form.isSending || isChecking}>
        {step === 'password' ? t('submit') : nextText}
      </Button>
      {number > 1 && (
        <Button variant="ghost" isWide onClick={steps.back}>
          {t('back')}
        </Button>
      )}
    </div>
  )
}

/** Asks for the password and the consent, and creates the account. */
function PasswordStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup')
  const accounts = useTranslations('accounts')
  return (
    <>
      {/* Password managers store the password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={form.watch('email')} />
      <Field
        label={accounts('fields.password')}
        description={t('fields.passwordHelp', { count: PASSWORD_MIN_LENGTH })}
        error={form.errorOf('password')}
      >
        <PasswordInput
          {...form.register('password')}
          autoComplete="new-password"
          revealLabel={accounts('fields.revealPassword')}
          hideLabel={accounts('fields.hidePassword')}
        />
      </Field>
      <Checkbox
        {...form.register('consent')}
        label={<ConsentText />}
        description={<ConsentHelp />}
        error={form.errorOf('consent')}
      />
    </>
  )
}

/** Asks for the first name and the date of birth. */
function PersonStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup')
  const min_age = minimumAge(useSettings(), form.watch('country'))
  return (
    <>
      <Field label={t('fields.name')} description={t('fields.nameHelp')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} autoComplete="given-name" />
      </Field>
      <Controller
        control={form.control}
        name="birthDate"
        render={({ field }) => (
          <BirthDateField
            ref={field.ref}
            name={field.name}
            value={field.value}
            onValueChange={(value) => {
              form.clearErrors('birthDate')
              form.setValue('birthDate', value)
            }}
            minimumAge={min_age}
            error={form.errorOf('birthDate', { min_age })}
          />
        )}
      />
    </>
  )
}

/** Asks for country and region, by which members find each other. The town can follow later. */
function PlaceStep({ signup: { form } }: { signup: Signup }) {
  const t = useTranslations('signup')
  return (
    <>
      <PlaceFormFields countryError={form.errorOf('country')} regionError={form.errorOf('region')} />
      <p className="text-sm text-text-muted">{t('fields.placeHelp')}</p>
    </>
  )
}
