import { FormProvider } from 'react-hook-form'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useEffect, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
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
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/forms/use-api-form.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { memberQuery, ownProfileQuery } from '#web/features/profiles/queries.ts'
import { AlertDialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { Completeness } from './completeness.tsx'
import { InterestsField } from './interests-field.tsx'
import { PersonFields } from './person-fields.tsx'
import { GroupsContext, ProfileGroup, useProfileGroups } from './profile-groups.tsx'
import { BasicsSummary, InterestsSummary } from './profile-summaries.tsx'
import { changedFields, profileFormValues } from './profile-form-values.ts'
import { DetailFields, StoryFields } from './story-fields.tsx'
import { TownField, useFindTown } from './town-field.tsx'

interface Props {
  profile: OwnProfile
  /** The photos, which are saved by themselves: they stand among the fields and outside of the form. */
  photos: ReactNode
  /** The page asks before unsent photos or changed fields are left: there can be only one such question. */
  hasUnsentPhotos: boolean
}

const FORM = 'own-profile'

/**
 * The member's own profile: photos and basics beside what others read, then the long lists of choices. On a
 * phone the photos are followed by what others read, each group a row that opens. Fields get their value as
 * `defaultValue` too, because registered fields are empty in the server's HTML.
 */
export function ProfileForm({ profile, photos, hasUnsentPhotos }: Props) {
  const t = useTranslations('profiles.own')
  const profilesT = useTranslations('profiles')
  const form = useProfileForm(profile)
  const groups = useProfileGroups(form.formState)
  useKeyboardHeight()
  const isUnsaved = form.formState.isDirty && !form.isSending
  const { errorOf } = form
  return (
    <FormProvider {...form}>
      <GroupsContext value={groups}>
        {/* Around all, so that the way to save stays in view above the fields, too. */}
        <div>
          <Completeness profile={profile} />
          <div className="grid grid-cols-1 gap-3 sm:gap-5 md:grid-cols-2 md:grid-rows-[auto_1fr] [&_*]:scroll-mb-20">
            <div className={columnVariants}>{photos}</div>
            <form id={FORM} method="post" onSubmit={form.submit} noValidate className="contents">
              <div className={cx(columnVariants, 'md:col-start-2 md:row-span-2 md:row-start-1')}>
                <FormProblem>{form.problem}</FormProblem>
                <Notes />
                <StoryFields profile={profile} errorOf={errorOf} />
              </div>
              <div className={cx(columnVariants, 'md:col-start-1')}>
                <ProfileGroup name="basics" title={t('sections.basics')} summary={<BasicsSummary />}>
                  <PersonFields profile={profile} errorOf={errorOf} />
                  <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
                    <PlaceFormFields countryError={errorOf('country')} regionError={errorOf('region')} />
                  </div>
                  <div id="choose-town">
                    <TownField error={errorOf('city')} />
                  </div>
                </ProfileGroup>
              </div>
              <ProfileGroup
                name="interests"
                title={profilesT('interests')}
                className="md:col-span-2"
                summary={<InterestsSummary />}
              >
                <InterestsField error={errorOf('interests')} />
              </ProfileGroup>
              <DetailFields errorOf={errorOf} />
            </form>
          </div>
          <div className={cx('mt-5 flex items-center gap-4', form.formState.isDirty && unsavedVariants)}>
            <SaveButton isReady={form.isReady} isPending={form.isSending} />
            {isUnsaved && (
              <p className="min-w-0 text-sm text-text-muted max-sm:order-first max-sm:flex-1">{t('unsaved')}</p>
            )}
          </div>
        </div>
      </GroupsContext>
      <UnsavedGuard isUnsaved={isUnsaved || hasUnsentPhotos} />
    </FormProvider>
  )
}

const columnVariants = 'flex min-w-0 flex-col gap-3 sm:gap-5'

/**
 * Stays in view while there is something to save: the form is several screens long. The margin of its fields
 * leaves the focused one above it.
 */
const unsavedVariants =
  'sticky bottom-(--keyboard-height,0px) z-20 -mx-4 border-t border-line bg-surface/95 px-4 pt-2.5 pb-[calc(--spacing(2.5)+env(safe-area-inset-bottom))] backdrop-blur-md'

/**
 * At the end of the page, where it can stay in view beside everything that it saves: after the form. As wide
 * as a phone, or half of it beside the note.
 */
function SaveButton({ isReady, isPending }: { isReady: boolean; isPending: boolean }) {
  const common = useTranslations('common')
  return (
    <Button type="submit" form={FORM} size="lg" className="max-sm:flex-1" disabled={!isReady} isPending={isPending}>
      {common('save')}
    </Button>
  )
}

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
