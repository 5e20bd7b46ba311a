import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { readDismissals } from '#web/api/dismissals.ts'
import { deviceStorage } from '#web/api/safe-storage.ts'
import { canAskForPush } from '#web/features/accounts/notifications/push-state.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { cx } from '#web/ui/cx.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { Confetti } from '#web/ui/media/confetti.tsx'
import { AboutStep } from './steps/about-step.tsx'
import { ChoiceStep } from './steps/choice-step.tsx'
import { choiceSteps, completeStepsFor, progressOf, type CompleteStep } from './complete-steps.ts'
import { ConfirmStep } from './steps/confirm-step.tsx'
import { InterestsStep } from './steps/interests-step.tsx'
import { LocationStep } from './steps/location-step.tsx'
import { PhotoStep } from './steps/photo-step.tsx'
import { ProfileOwnCard } from './profile-own-card.tsx'
import { PushStep } from './steps/push-step.tsx'
import type { CompleteStepProps } from './steps/step-actions.tsx'
import { StepScreen } from './steps/step-screen.tsx'
import { StepHead } from './steps/step-head.tsx'
import { useStepsInUrl } from './use-steps.ts'

const stepComponents = {
  push: PushStep,
  photo: PhotoStep,
  about: AboutStep,
  interests: InterestsStep,
  location: LocationStep,
  confirm: ConfirmStep,
}

/** The steps after the account, which go on with the counter of those before. */
export function CompleteFlow() {
  const navigate = useNavigate()
  const { profile } = useSuspenseQuery(ownProfileQuery()).data
  const { visible_profile_fields: visible } = useSettings()
  const steps = completeStepsFor(visible)
  const { step, isFirst, next, back } = useStepsInUrl<CompleteStep>(useAsksForPush() ? ['push', ...steps] : steps)
  usePreloadedCropper()

  function goToNextStep() {
    if (step === 'confirm') void navigate(href('/signup-matches'))
    else next()
  }

  return (
    <StepScreen
      progress={progressOf(step, { visible })}
      onBack={isFirst ? undefined : back}
      card={<ProfileOwnCard profile={profile} />}
    >
      <div className="group/step flex grow flex-col gap-6 short:gap-4">
        <Welcome name={profile.name} isShown={isFirst} />
        <StepHead step={step} isBelowTitle={isFirst} {...useStepTexts(step, { isFirst })} />
        <Step key={step} step={step} profile={profile} onDone={goToNextStep} />
      </div>
    </StepScreen>
  )
}

function Step({ step, ...props }: CompleteStepProps & { step: CompleteStep }) {
  if (isChoiceStep(step)) return <ChoiceStep name={step} {...props} />
  const Component = stepComponents[step]
  return <Component {...props} />
}

function isChoiceStep(step: CompleteStep): step is (typeof choiceSteps)[number] {
  return choiceSteps.some((each) => each === step)
}

/**
 * The title of the page. Above the first question it celebrates the new account, and says that everything
 * else can wait.
 */
function Welcome({ name, isShown }: { name: string; isShown: boolean }) {
  const t = useTranslations('signup.complete')
  const isHydrated = useIsHydrated()
  // Once: not after the way back to the first question.
  const [isCelebrated] = useState(isShown)
  return (
    <>
      {isCelebrated && isHydrated && (
        <div className="pointer-events-none absolute inset-x-0 top-0 z-10 h-128">
          <Confetti ground="surface" />
        </div>
      )}
      {/* On a phone it makes way for the photo that is being cut. */}
      <div className={cx(isShown ? 'group-has-[.photo-cropper]/step:max-md:sr-only' : 'sr-only')}>
        <h1 className="text-3xl font-bold text-balance wrap-anywhere sm:text-4xl">{t('heading', { name })}</h1>
        {isShown && <p className="mt-2 text-lg text-text-muted">{t('lead')}</p>}
      </div>
    </>
  )
}

/** The question of a step, and the sentence below it, which is left out below the welcome. */
function useStepTexts(step: CompleteStep, { isFirst }: { isFirst: boolean }) {
  const t = useTranslations('signup.complete')
  const pushT = useTranslations('push')
  if (step === 'push') return { title: pushT('question') }
  const lead = isFirst || isChoiceStep(step) ? undefined : t(`leads.${step}`)
  return { title: t(`steps.${step}`), lead }
}

/**
 * Whether the steps begin with the question for push messages. Decided once, so that an answer does not
 * change the steps, and not asked again later, nor where the browser blocks them: its text has no place in a
 * welcome. The server assumes that it is asked.
 */
function useAsksForPush() {
  const hasKey = useSettings().push_public_key !== ''
  const isHydrated = useIsHydrated()
  const [isNew] = useState(
    () =>
      typeof document === 'undefined' ||
      (canAskForPush(globalThis) &&
        (readDismissals(deviceStorage).push === undefined ||
          new URLSearchParams(document.location.search).has('step'))),
  )
  return hasKey && (!isHydrated || isNew)
}

/** Loads the code of the cropper while the member reads, so that it is there when a photo is chosen. */
function usePreloadedCropper() {
  useEffect(() => {
    void import('#web/features/profiles/own-photos/photo-cropper.tsx')
  }, [])
}
