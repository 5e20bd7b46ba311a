import { Controller, useFormContext } from 'react-hook-form'
import { choiceSettings, profileChoiceNames, type ProfileChoice } from '#contract/profiles/profile-fields.ts'
import type { OwnProfile, ProfileEdit } from '#contract/profiles/schemas.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { AnswersField } from './answers-field.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import { IntentionField } from './intention-field.tsx'
import { LookingForField } from './looking-for-field.tsx'
import { groupsVariants, ProfileCard } from './profile-card.tsx'

interface Props {
  errorOf: (name: ProfileChoice | 'lookingFor' | 'about' | 'answers' | `answers.${number}.text`) => string | undefined
}

/** What others read: who the member looks for, the answers, and the text. */
export function StoryFields({ profile, errorOf }: Props & { profile: OwnProfile }) {
  const t = useTranslations('profiles')
  const { control, register, watch } = useFormContext<ProfileEdit>()
  const { visible_profile_fields: visible } = useSettings()
  const gender = watch('gender')
  return (
    <>
      <ProfileCard>
        <Controller
          control={control}
          name="lookingFor"
          render={({ field }) => (
            <LookingForField
              name={field.name}
              value={field.value}
              onValueChange={field.onChange}
              error={errorOf('lookingFor')}
            />
          )}
        />
        {visible.includes('intention') && <IntentionField gender={gender} error={errorOf('intention')} />}
        {visible.includes('reason') && <ChoiceFields names={['reason']} gender={gender} errorOf={errorOf} />}
      </ProfileCard>
      {visible.includes('prompts') && (
        <ProfileCard>
          <AnswersField errorOf={errorOf} />
        </ProfileCard>
      )}
      <ProfileCard className="gap-4!">
        <h2 id="about" tabIndex={-1} className="text-xl font-bold outline-none">
          {t('own.sections.about')}
        </h2>
        <div id="write-about">
          <Field label={t('about')} isLabelHidden description={t('own.aboutHelp')} error={errorOf('about')}>
            <Textarea dir="auto" {...register('about')} defaultValue={profile.about} rows={5} />
          </Field>
        </div>
      </ProfileCard>
    </>
  )
}

/** The optional choices that the site shows (PRO-11) and that no other part asks for. */
export function DetailFields({ errorOf }: Props) {
  const t = useTranslations('profiles.own')
  const { watch } = useFormContext<ProfileEdit>()
  const { visible_profile_fields: visible } = useSettings()
  const names = profileChoiceNames.filter(
    (name) => name !== 'intention' && name !== 'reason' && visible.includes(choiceSettings[name]),
  )
  if (names.length === 0) return null
  return (
    <ProfileCard className="md:col-span-2">
      <h2 className="-mb-2 text-xl font-bold">{t('sections.details')}</h2>
      <div className={groupsVariants}>
        <ChoiceFields names={names} gender={watch('gender')} errorOf={errorOf} />
      </div>
    </ProfileCard>
  )
}
