import { useSuspenseQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { href, useNavigate } from 'react-router'
import MailCheck from 'lucide-react/icons/mail-check'
import MailOpen from 'lucide-react/icons/mail-open'
import { useTranslations } from '#web/i18n/intl.tsx'
import { readDismissals } from '#web/api/dismissals.ts'
import { deviceStorage } from '#web/api/safe-storage.ts'
import { isPushCapable } from '#web/features/accounts/notifications/push-state.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import { ChoiceFields } from '#web/features/profiles/form/choice-fields.tsx'
import { ProfileEdit } from '#contract/profiles/schemas.ts'
import { InterestsField } from '#web/features/profiles/form/interests-field.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { resendActivation } from '#contract/accounts/calls.ts'
import { call } from '#web/api/call.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { LocationStep } from './location-step.tsx'
import { PhotoStep } from './photo-step.tsx'
import { PushStep } from './push-step.tsx'
import { StepHead } from './step-head.tsx'
import type { CompleteStepProps } from './complete-buttons.tsx'
import { useStepsInUrl } from './use-steps.ts'
import { ProfileStepForm } from './profile-step-form.tsx'
import { useProfileStep } from './use-profile-step.ts'

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

  function goToNextStep() {
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
      <Step key={step} profile={profile} onDone={goToNextStep} {...(number > 1 && { onBack: back })} />
    </div>
  )
}

/**
 * Whether the steps begin with the question for push messages. Decided once, so that an answer does not
 * change the number of steps, and not asked again later. The server assumes that it is asked.
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

/** Asks for the optional choices that the site shows (PRO-11); each can stay open. */
function PersonalStep({ profile, onDone, onBack }: CompleteStepProps) {
  const form = useProfileStep({
    name: 'personal',
    profile,
    schema: ProfileChoices,
    defaultValues: ProfileChoices.parse(profile),
    onDone,
  })
  return (
    <ProfileStepForm form={form} onDone={onDone} {...(onBack && { onBack })}>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <ChoiceFields profile={profile} errorOf={form.errorOf} />
      </div>
    </ProfileStepForm>
  )
}

const starters = ['happy', 'laugh', 'passion', 'looking'] as const
const schema = ProfileEdit.pick({ about: true, interests: true })

/** Asks for a few sentences, with starts to choose from, and for interests. */
function AboutStep({ profile, onDone, onBack }: CompleteStepProps) {
  const t = useTranslations('signup.complete')
  const profiles = useTranslations('profiles')
  const { about, interests } = profile
  const form = useProfileStep({ name: 'about', profile, schema, defaultValues: { about, interests }, onDone })

  function begin(start: string, { form: element }: HTMLButtonElement) {
    const written = form.getValues('about')
    form.setValue('about', written.trim() === '' ? start : `${written.trimEnd()}\n${start}`)
    // At once: the focus of the form library comes after a key that follows quickly.
    const text = element?.elements.namedItem('about')
    if (text instanceof HTMLElement) text.focus()
  }

  return (
    <ProfileStepForm form={form} onDone={onDone} {...(onBack && { onBack })}>
      <div className="flex flex-col gap-3">
        <Field label={profiles('about')} error={form.errorOf('about')}>
          <Textarea dir="auto" {...form.register('about')} defaultValue={about} rows={4} />
        </Field>
        <div role="group" aria-label={t('startersLabel')} className="flex flex-wrap gap-2">
          <p aria-hidden className="w-full text-sm text-text-muted">
            {t('startersLabel')}
          </p>
          {starters.map((starter) => (
            <Button
              key={starter}
              variant="outline"
              size="sm"
              onClick={({ currentTarget }) => begin(t(`starters.${starter}`), currentTarget)}
            >
              {t(`starters.${starter}`)}…
            </Button>
          ))}
        </div>
      </div>
      <InterestsField error={form.errorOf('interests')} isLow />
    </ProfileStepForm>
  )
}

/** Points to the mail with the link that confirms the address. Going on never waits for it. */
function ConfirmStep({ onDone, onBack }: CompleteStepProps) {
  const t = useTranslations('signup')
  const user = useUser()
  if (!user) return null
  const isConfirmed = user.status !== 'not_confirmed'
  const Icon = isConfirmed ? MailCheck : MailOpen
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-center gap-3 rounded-lg bg-accent-soft p-6 text-center">
        <Icon aria-hidden className="size-12 text-accent-text" />
        <p className="text-lg">
          {t(isConfirmed ? 'complete.confirmed' : 'complete.mailSent')}
          {!isConfirmed && <strong className="block font-semibold wrap-anywhere">{user.email}</strong>}
        </p>
        {!isConfirmed && <p className="text-text-muted">{t('complete.mailHelp')}</p>}
        {!isConfirmed && <ResendButton />}
      </div>
      <div className="flex flex-col gap-2">
        <Button size="lg" isWide onClick={onDone}>
          {t('complete.toEnd')}
        </Button>
        {onBack && (
          <Button variant="ghost" isWide onClick={onBack}>
            {t('back')}
          </Button>
        )}
      </div>
    </div>
  )
}

function ResendButton() {
  const t = useTranslations('signup.complete')
  const accounts = useTranslations('accounts.activation')
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(resendActivation, {}),
    onSuccess: ({ email }) => toast.show({ tone: 'success', title: accounts('sent', { email }) }),
    onError: (error) => toast.show({ tone: 'danger', title: errorText(error) }),
  })
  return (
    <Button variant="outline" size="sm" isPending={isPending} onClick={() => mutate()}>
      {t('resend')}
    </Button>
  )
}
