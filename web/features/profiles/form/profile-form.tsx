import { Controller, FormProvider, useFormContext } from 'react-hook-form'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import { href, useBlocker } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { type OwnProfile, type ProfileChange, ProfileEdit } from '#contract/profiles/schemas.ts'
import { updateProfile } from '#contract/profiles/calls.ts'
import { PlaceFormFields } from '#web/features/settings/place-form-fields.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { cx } from '#web/ui/cx.ts'
import { useKeyboardHeight } from '#web/ui/hooks/use-keyboard-height.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { call } from '#web/api/call.ts'
import { Link } from '#web/api/link.tsx'
import { useApiForm } from '#web/api/forms/use-api-form.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { memberQuery, ownProfileQuery } from '#web/features/profiles/queries.ts'
import { AlertDialog } from '#web/ui/overlays/lazy-overlay.tsx'
import type { ErrorParams } from '#contract/errors.ts'
import { minimumAge } from '#contract/settings/site-rules.ts'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { AnswersField } from './answers-field.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import { IntentionField } from './intention-field.tsx'
import { InterestsField } from './interests-field.tsx'
import { LookingForField } from './looking-for-field.tsx'
import { changedFields, profileFormValues } from './profile-form-values.ts'
import { BirthDateField } from './birth-date-field.tsx'
import { GenderField } from './gender-field.tsx'
import { TownField, useFindTown } from './town-field.tsx'

interface Props {
  profile: OwnProfile
  /** Photos are beside the form. The page asks before either is left: there can be only one such question. */
  hasUnsentPhotos: boolean
}

/**
 * Form of the member's own profile, in the order in which others read it. Fields get their value as
 * `defaultValue` too, because registered fields are empty in the server's HTML.
 */
export function ProfileForm({ profile, hasUnsentPhotos }: Props) {
  const t = useTranslations('profiles')
  const common = useTranslations('common')
  const form = useProfileForm(profile)
  const { visible_profile_fields: visible } = useSettings()
  useKeyboardHeight()
  const isUnsaved = form.formState.isDirty && !form.isSending
  const gender = form.watch('gender')
  return (
    <FormProvider {...form}>
      <form method="post" onSubmit={form.submit} noValidate className="flex flex-col gap-6 [&_*]:scroll-mb-20">
        <FormProblem>{form.problem}</FormProblem>
        <Notes />
        {visible.includes('intention') && <IntentionField gender={gender} error={form.errorOf('intention')} />}
        {visible.includes('prompts') && <AnswersField errorOf={form.errorOf} />}
        <h2 id="about" tabIndex={-1} className="text-xl font-bold outline-none">
          {t('own.sections.about')}
        </h2>
        <Field label={t('about')} isLabelHidden description={t('own.aboutHelp')} error={form.errorOf('about')}>
          <Textarea dir="auto" {...form.register('about')} defaultValue={profile.about} rows={5} />
        </Field>
        <InterestsField error={form.errorOf('interests')} />
        <h2 id="details" tabIndex={-1} className="text-xl font-bold outline-none">
          {t('own.sections.details')}
        </h2>
        <PersonFields profile={profile} errorOf={form.errorOf} />
        <Controller
          control={form.control}
          name="lookingFor"
          render={({ field }) => (
            <LookingForField
              name={field.name}
              value={field.value}
              onValueChange={field.onChange}
              error={form.errorOf('lookingFor')}
            />
          )}
        />
        <ChoiceFields gender={gender} errorOf={form.errorOf} />
        <h2 className="text-xl font-bold">{t('own.sections.place')}</h2>
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          <PlaceFormFields countryError={form.errorOf('country')} regionError={form.errorOf('region')} />
        </div>
        <TownField error={form.errorOf('city')} />
        <div className={cx('flex flex-wrap items-center gap-4', form.formState.isDirty && unsavedVariants)}>
          <Button type="submit" size="lg" disabled={!form.isReady} isPending={form.isSending}>
            {common('save')}
          </Button>
          {isUnsaved && <p className="text-sm text-text-muted">{t('own.unsaved')}</p>}
        </div>
      </form>
      <UnsavedGuard isUnsaved={isUnsaved || hasUnsentPhotos} />
    </FormProvider>
  )
}

/**
 * Stays in view while there is something to save: the form is several screens long. The margin of its fields
 * leaves the focused one above it.
 */
const unsavedVariants =
  'sticky bottom-(--keyboard-height,0px) z-20 -mx-4 border-t border-line bg-surface/95 px-4 pt-2.5 pb-[calc(--spacing(2.5)+env(safe-area-inset-bottom))] backdrop-blur-md'

/** What the operator wants members to know when they write their profile. */
function Notes() {
  const t = useTranslations('profiles.own')
  const { visible_profile_notes: notes } = useSettings()
  if (notes.length === 0) return null
  return (
    <Alert title={t('notes')}>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** The form of the member's own profile; saving updates the caches that show it. */
function useProfileForm(profile: OwnProfile) {
  const t = useTranslations('profiles.own')
  const signupT = useTranslations('signup.complete')
  const client = useQueryClient()
  const toast = useToast()
  const findTown = useFindTown()
  // Not the present ones: what another device has changed since is no change of this form.
  const [before, setBefore] = useState(() => profileFormValues(profile))
  const form = useApiForm({
    schema: ProfileEdit,
    defaultValues: before,
    async send(values) {
      const sent = form.getValues()
      const change = await withListedTown(changedFields(before, values))
      if (!change) return
      const reply = await call(updateProfile, { body: change })
      client.setQueryData(ownProfileQuery().queryKey, reply)
      // The profile as others see it.
      void client.invalidateQueries({ queryKey: memberQuery(profile.id).queryKey })
      // The first letter of the name in the top bar.
      void client.invalidateQueries({ queryKey: userQuery().queryKey })
      // What was saved is no longer a change.
      const saved = profileFormValues(reply.profile)
      setBefore(saved)
      const typed = Object.entries(changedFields(sent, form.getValues())) as [keyof ProfileEdit, never][]
      form.reset(saved)
      // What was typed since, on a slow connection, stays: it is the next change.
      for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true })
      toast.show({ tone: 'success', title: t('saved') })
    },
  })

  /** With the name that the list has for a new town; null once a name outside the list is reported. */
  async function withListedTown(change: ProfileChange) {
    const { country, region, city } = change
    if (!country || region === undefined || city === undefined) return change
    const town = await findTown({ country, region, city })
    if (town !== null) return { ...change, city: town }
    form.setError('city', { type: 'server', message: signupT('townUnknown') }, { shouldFocus: true })
    return null
  }
  return form
}

/** Asks before the member leaves a page with unsaved changes; the browser asks before it closes the tab. */
function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const t = useTranslations('profiles.own.leave')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title={t('title')}
      description={t('text')}
      confirmLabel={t('confirm')}
      cancelLabel={t('stay')}
      tone="danger"
      isOutOfHistory
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

interface PersonFieldsProps {
  profile: OwnProfile
  errorOf: (name: 'name' | 'birthDate' | 'gender', params?: ErrorParams) => string | undefined
}

/** Name, date of birth and gender, as they are asked at sign-up, in the form around them. */
function PersonFields({ profile, errorOf }: PersonFieldsProps) {
  const t = useTranslations('signup.fields')
  const { control, register, watch, setValue, clearErrors } = useFormContext<ProfileEdit>()
  const min_age = minimumAge(useSettings(), watch('country'))
  return (
    <>
      <Field label={t('name')} description={t('nameHelp')} error={errorOf('name')}>
        <TextInput {...register('name')} defaultValue={profile.name} autoComplete="given-name" />
      </Field>
      <Controller
        control={control}
        name="birthDate"
        render={({ field }) => (
          <BirthDateField
            ref={field.ref}
            name={field.name}
            value={field.value}
            onValueChange={(birthDate) => {
              // Without validation: most dates are wrong until their last digit is typed.
              clearErrors('birthDate')
              setValue('birthDate', birthDate, { shouldDirty: true })
            }}
            minimumAge={min_age}
            error={errorOf('birthDate', { min_age })}
            description={<BirthDateHelp canCorrect={profile.canCorrectBirthDate} />}
            isReadOnly={!profile.canCorrectBirthDate}
          />
        )}
      />
      <Controller
        control={control}
        name="gender"
        render={({ field }) => (
          <GenderField
            ref={field.ref}
            name={field.name}
            value={field.value}
            onValueChange={field.onChange}
            error={errorOf('gender')}
          />
        )}
      />
    </>
  )
}

/** The date of birth is corrected once; afterwards customer service changes it (PRO-15). */
function BirthDateHelp({ canCorrect }: { canCorrect: boolean }) {
  const t = useTranslations('profiles.own')
  if (canCorrect) return t('birthDateOnce')
  return t.rich('birthDateCorrected', {
    service: (chunks) => (
      <Link to={href('/service')} className="font-semibold text-accent-text underline">
        {chunks}
      </Link>
    ),
  })
}
