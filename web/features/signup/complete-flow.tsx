import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { readDismissals } from '#web/api/dismissals.ts'
import { deviceStorage } from '#web/api/safe-storage.ts'
import { isPushCapable } from '#web/features/accounts/notifications/push-state.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { AboutStep } from './about-step.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { LocationStep } from './location-step.tsx'
import { PersonalStep } from './personal-step.tsx'
import { PhotoStep } from './photo-step.tsx'
import { PushStep } from './push-step.tsx'
import { StepHead } from './step-head.tsx'
import type { CompleteStepProps } from './complete-step.ts'
import { useStepsInUrl } from './use-steps.ts'

/** What can be filled in after the account exists, each step on its own and each to be skipped (SIGN-5). */
const completeSteps = ['photo', 'about', 'location', 'personal', 'confirm'] as const
/** On a site that sends push messages the question for them comes first. */
const stepsWithPush = ['push', ...completeSteps] as const
type CompleteStep = (typeof stepsWithPush)[number]

const stepComponents = {
  push: PushStep,
  photo: PhotoStep,
  about: AboutStep,
  location: LocationStep,
  personal: PersonalStep,
  confirm: ConfirmStep,
} satisfies Record<CompleteStep, (props: CompleteStepProps) => React.ReactNode>

export function CompleteFlow() {
  const t = useTranslations('signup.complete')
  const pushT = useTranslations('push')
  const navigate = useNavigate()
  const { profile } = useSuspenseQuery(ownProfileQuery()).data
  const { step, number, count, next, back } = useStepsInUrl<CompleteStep>(
    useAsksForPush() ? stepsWithPush : completeSteps,
  )
  const Step = stepComponents[step]
  usePreloadedCropper()

  function goOn() {
    if (step === 'confirm') void navigate(href('/signup-matches'))
    else next()
  }

  return (
    <div className="flex flex-col gap-6">
      <StepHead
        step={step}
        number={number}
        count={count}
        title={step === 'push' ? pushT('question') : t(`steps.${step}`)}
        lead={step === 'push' ? pushT('lead') : t(`leads.${step}`)}
      />
      <Step key={step} profile={profile} onDone={goOn} {...(number > 1 && { onBack: back })} />
    </div>
  )
}

/**
 * Whether the steps begin with the question for push messages. It is decided once, so that an answer does not change the
 * number of steps, and is not asked again of a member who comes back later. The server assumes that it is asked.
 */
function useAsksForPush() {
  const hasKey = useSettings().push_public_key !== ''
  const isHydrated = useIsHydrated()
  const [isNew] = useState(
    () =>
      typeof document === 'undefined' ||
      (isPushCapable(globalThis) &&
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
