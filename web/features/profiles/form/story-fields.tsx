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
import { groupsVariants } from './profile-card.tsx'
import { ProfileGroup } from './profile-groups.tsx'
import { AboutSummary, AnswersSummary, DetailsSummary, LookingForSummary } from './profile-summaries.tsx'

interface Props {
  errorOf: (name: ProfileChoice | 'lookingFor' | 'about' | 'answers' | `answers.${number}.text`) => string | undefined
}

/** What others read: who the member looks for, the answers, and the text. */
export function StoryFields({ profile, errorOf }: Props & { profile: OwnProfile }) {
  const t = useTranslations('profiles')
  const { control, register, watch } = useFormContext<ProfileEdit>()
  const { visible_profile_fields: visible } = useSettings()
  const gender = watch('gender')
  const choices = (['intention', 'reason'] as const).filter((name) => visible.includes(choiceSettings[name]))
  return (
    <>
      <ProfileGroup name="looking-for" title={t('own.lookingFor')} summary={<LookingForSummary names={choices} />}>
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
        {choices.includes('intention') && <IntentionField gender={gender} error={errorOf('intention')} />}
        {choices.includes('reason') && <ChoiceFields names={['reason']} gender={gender} errorOf={errorOf} />}
      </ProfileGroup>
      {visible.includes('prompts') && (
        <ProfileGroup name="answers" title={t('own.answers.title')} headingId="answers" summary={<AnswersSummary />}>
          <AnswersField errorOf={errorOf} />
        </ProfileGroup>
      )}
      <ProfileGroup name="about" title={t('own.sections.about')} headingId="about" summary={<AboutSummary />}>
        <div id="write-about">
          <Field label={t('about')} isLabelHidden description={t('own.aboutHelp')} error={errorOf('about')}>
            <Textarea dir="auto" {...register('about')} defaultValue={profile.about} rows={5} />
          </Field>
        </div>
      </ProfileGroup>
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
    <ProfileGroup
      name="details"
      title={t('sections.details')}
      className="md:col-span-2"
      summary={<DetailsSummary names={names} />}
    >
      <div className={groupsVariants}>
        <ChoiceFields names={names} gender={watch('gender')} errorOf={errorOf} />
      </div>
    </ProfileGroup>
  )
}
