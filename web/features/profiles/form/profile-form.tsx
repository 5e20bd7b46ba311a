import { Controller, FormProvider } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { OwnProfile } from '#contract/profiles/profiles.ts'
import { CityInput } from '#web/features/settings/city-field.tsx'
import { PlaceFormFields } from '#web/features/settings/place-form-fields.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { cx } from '#web/ui/cx.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import { InterestsField } from './interests-field.tsx'
import { LookingForField } from './looking-for-field.tsx'
import { PersonFields } from './person-fields.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useProfileForm } from './use-profile-form.ts'

interface Props {
  profile: OwnProfile
  /** Photos are chosen beside the form. The page asks before it is left for either, as there can be one such question only. */
  hasUnsentPhotos: boolean
}

/**
 * Form of the member's own profile. Fields get their value as `defaultValue` too, because registered fields are empty in
 * the page that the server renders.
 */
export function ProfileForm({ profile, hasUnsentPhotos }: Props) {
  const t = useTranslations('profiles')
  const common = useTranslations('common')
  const form = useProfileForm(profile)
  const isUnsaved = form.formState.isDirty && !form.isSending
  return (
    <FormProvider {...form}>
      <form method="post" onSubmit={form.submit} noValidate className="flex flex-col gap-6 [&_*]:scroll-mb-20">
        <FormProblem>{form.problem}</FormProblem>
        <Notes />
        <h2 className="text-xl font-bold">{t('own.sections.about')}</h2>
        <Field label={t('about')} isLabelHidden description={t('own.aboutHelp')} error={form.errorOf('about')}>
          <Textarea dir="auto" {...form.register('about')} defaultValue={profile.about} rows={5} />
        </Field>
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
        <InterestsField error={form.errorOf('interests')} />
        <h2 className="text-xl font-bold">{t('own.sections.details')}</h2>
        <PersonFields profile={profile} errorOf={form.errorOf} />
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          {/* The texts of the choices follow the gender. */}
          <ChoiceFields profile={{ ...profile, gender: form.watch('gender') }} errorOf={form.errorOf} />
        </div>
        <h2 className="text-xl font-bold">{t('own.sections.place')}</h2>
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          <PlaceFormFields countryError={form.errorOf('country')} regionError={form.errorOf('region')} />
          <Field label={t('own.city')} error={form.errorOf('city')}>
            <CityInput
              {...form.register('city')}
              defaultValue={profile.city}
              country={form.watch('country')}
              region={form.watch('region')}
              typed={form.watch('city')}
            />
          </Field>
        </div>
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
 * Stays in view while there is something to save: the form is several screens long. The margin of its fields keeps the one
 * with the focus above it.
 */
const unsavedVariants =
  'sticky bottom-[calc(--spacing(14)+1px+env(safe-area-inset-bottom))] z-20 -mx-4 border-t border-line bg-surface/95 px-4 py-2.5 backdrop-blur-md md:bottom-0'

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
