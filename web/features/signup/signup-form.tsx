import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import { href } from 'react-router'
import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { suggestEmail } from '#web/features/accounts/email/suggested-email.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'
import { progressOf } from './complete-steps.ts'
import { EmailStep } from './steps/email-step.tsx'
import { GenderStep, MeetStep } from './steps/gender-steps.tsx'
import { MessageStep } from './steps/message-step.tsx'
import { BirthStep, NameStep, PasswordStep } from './steps/person-steps.tsx'
import { PlaceStep } from './steps/place-step.tsx'
import { fieldsOfStep, signupSteps } from './signup-steps.ts'
import { StepActions } from './steps/step-actions.tsx'
import { StepScreen } from './steps/step-screen.tsx'
import { StepHead } from './steps/step-head.tsx'
import { targetSteps, useSignup, type Signup, type StepName } from './use-signup.ts'
import { useLocalSteps, useStepsInUrl, type Steps } from './use-steps.ts'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { useNow } from '#web/i18n/now.tsx'
import type { SignupForm as SignupValues } from '#contract/signup/schemas.ts'
import { ageAt } from '#web/features/profiles/age-at.ts'
import { OwnCard } from './own-card.tsx'
import { TargetCard } from './target-card.tsx'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { minimumAge } from '#contract/settings/site-rules.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'

interface Props {
  /** The member from whose profile the visitor signs up; their first message is the first step. */
  target?: ProfileCard | null
  /** What the visitor can change and send. */
  firstMessage?: string | undefined
  /** Beside the counter of the first step, on a phone. */
  corner?: ReactNode
}

const stepsFor = (target: ProfileCard | null): readonly [StepName, ...StepName[]] =>
  target ? targetSteps : signupSteps

/** The sign-up as a page: its steps are in the address. */
export function SignupForm({ target = null, ...rest }: Props) {
  return <StepsForm steps={useStepsInUrl<StepName>(stepsFor(target))} target={target} {...rest} />
}

/** The sign-up in a dialog, over the page on which it was started. */
export function SignupDialogForm({ target = null }: Pick<Props, 'target'>) {
  return <StepsForm steps={useLocalSteps<StepName>(stepsFor(target))} target={target} isInDialog />
}

interface StepsFormProps extends Pick<Props, 'firstMessage' | 'corner'> {
  steps: Steps<StepName>
  target: ProfileCard | null
  isInDialog?: boolean
}

function StepsForm({ steps, target, firstMessage = '', corner, isInDialog = false }: StepsFormProps) {
  const t = useTranslations('signup')
  const { visible_profile_fields: visible, name: site } = useSettings()
  const signup = useSignup({ steps, target, firstMessage })
  const { form } = signup
  const { step, isFirst } = steps
  const lead = t(target ? 'leadTarget' : 'lead', { site })

  return (
    <FormProvider {...form}>
      <StepScreen
        progress={progressOf(step, { visible })}
        onBack={isFirst ? undefined : steps.back}
        backLink={isFirst && !isInDialog ? <Link to={href('/')} /> : undefined}
        corner={isFirst && corner}
        card={!isInDialog && <SignupCard target={target} />}
      >
        <form
          method="post"
          noValidate
          className="flex grow flex-col gap-6"
          onSubmit={(event) => {
            // Enter in any step presses the main button of that step.
            event.preventDefault()
            void signup.next()
          }}
        >
          {target && step !== 'message' && <TargetRow target={target} message={signup.message} />}
          <StepHead
            step={step}
            title={step === 'message' ? t('steps.message', { name: target?.name ?? '' }) : t(`steps.${step}`)}
            lead={isFirst && lead}
            focusInstead={() => focusField(signup)}
          />
          <FormProblem>{form.problem}</FormProblem>
          <Step signup={signup} />
          <StepButtons signup={signup} isInDialog={isInDialog} />
        </form>
      </StepScreen>
    </FormProvider>
  )
}

const stepComponents = {
  message: MessageStep,
  email: EmailStep,
  name: NameStep,
  birth: BirthStep,
  gender: GenderStep,
  meet: MeetStep,
  place: PlaceStep,
  password: PasswordStep,
}

function Step({ signup }: { signup: Signup }) {
  const Component = stepComponents[signup.steps.step]
  return <Component signup={signup} />
}

/** Steps whose text field takes the focus, and opens a phone's keyboard: one press less. */
const typedSteps: readonly StepName[] = ['email', 'name', 'birth', 'password']

/**
 * Focuses the first field of the step that the server rejected, else the field in which one types. Returns
 * whether there is one.
 */
function focusField({ form, steps: { step } }: Signup) {
  if (step === 'message') return false
  const fields = fieldsOfStep(step)
  const rejected = fields.find((field) => form.getFieldState(field, form.formState).error)
  const field = rejected ?? (typedSteps.includes(step) ? fields[0] : undefined)
  if (field) form.setFocus(field)
  return field !== undefined
}

interface StepButtonsProps {
  signup: Signup
  isInDialog: boolean
}

function StepButtons({ signup: { form, steps, login, message, isChecking }, isInDialog }: StepButtonsProps) {
  const t = useTranslations('signup')
  const { step, isFirst } = steps
  const nextText = step === 'message' && message.trim() === '' ? t('withoutMessage') : t('next')
  return (
    <StepActions isInDialog={isInDialog}>
      <Button type="submit" size="lg" disabled={!form.isReady} isWide isPending={form.isSending || isChecking}>
        {step === 'password' ? t('submit') : nextText}
      </Button>
      {isFirst && (
        <p className="text-center text-text-muted">
          {t.rich('hasAccount', {
            link: (chunks) => (
              <Link
                to={login}
                onClick={() => suggestEmail(form.getValues('email'))}
                prefetch="intent"
                className="inline-block py-2.5 font-semibold text-accent-text underline"
              >
                {chunks}
              </Link>
            ),
          })}
        </p>
      )}
    </StepActions>
  )
}

/** The own card while the sign-up is filled in; before it has a name, the member it is for. */
function SignupCard({ target }: { target: ProfileCard | null }) {
  const { control, formState } = useFormContext<SignupValues>()
  const [name, birthDate, region, country] = useWatch({ control, name: ['name', 'birthDate', 'region', 'country'] })
  const countryName = useCountryName()
  const youngest = minimumAge(useSettings(), country)
  const age = ageAt(birthDate, useNow())
  // No age beside the error that it is too low, nor before that error.
  const isValid = age !== null && age >= youngest && !formState.errors.birthDate
  if (target && !name.trim()) return <TargetCard member={target} />
  const place = region ? [region, countryName(country)].join(', ') : ''
  return <OwnCard name={name} age={isValid ? age : null} place={place} />
}

interface TargetRowProps {
  target: ProfileCard
  message: string
}

/** The member from whose profile the visitor signs up, above each question after the message. */
function TargetRow({ target, message }: TargetRowProps) {
  const t = useTranslations('signup')
  const { name, photo } = target
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} src={photo && photoUrl(photo.id, 'tile')} preview={photo?.preview} size="sm" isDecorative />
      <p className="min-w-0 text-text-muted wrap-anywhere">
        {t(message.trim() === '' ? 'toWriteTo' : 'matches.messageWaits', { name })}
      </p>
      <FictionalLabel member={target} />
    </div>
  )
}
