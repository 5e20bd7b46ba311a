import { useQuery } from '@tanstack/react-query'
import Mars from 'lucide-react/icons/mars'
import Venus from 'lucide-react/icons/venus'
import VenusAndMars from 'lucide-react/icons/venus-and-mars'
import { Controller } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import { genders, lookingForOptions } from '#contract/profiles/profile-fields.ts'
import { regionsQuery } from '#web/features/settings/list-queries.ts'
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { suggestedLookingFor } from '../signup-defaults.ts'
import type { Signup } from '../use-signup.ts'

const icons = { female: <Venus />, male: <Mars />, both: <VenusAndMars /> }

/** Asks for the member's gender. A press on a card goes on. */
export function GenderStep({ signup: { form, next } }: { signup: Signup }) {
  const t = useTranslations('signup')
  return (
    <Controller
      control={form.control}
      name="gender"
      render={({ field }) => (
        <FieldGroup label={t('fields.gender')} isLabelHidden error={form.errorOf('gender')}>
          <ChoiceCards
            ref={field.ref}
            name={field.name}
            value={field.value ?? null}
            onValueChange={(gender) => {
              form.clearErrors(['gender', 'lookingFor'])
              form.setValue('gender', gender)
              if (!form.getValues('lookingFor')) form.setValue('lookingFor', suggestedLookingFor(gender))
            }}
            onPick={() => void next()}
            options={genders.map((value) => ({ value, label: t(`gender.${value}`), icon: icons[value] }))}
          />
        </FieldGroup>
      )}
    />
  )
}

/** Asks who the member looks for. A press on a card goes on. */
export function MeetStep({ signup: { form, next } }: { signup: Signup }) {
  const t = useTranslations('profiles.own')
  // For the next step, which shows them.
  useQuery(regionsQuery())
  return (
    <Controller
      control={form.control}
      name="lookingFor"
      render={({ field }) => (
        <FieldGroup label={t('lookingFor')} isLabelHidden error={form.errorOf('lookingFor')}>
          <ChoiceCards
            ref={field.ref}
            name={field.name}
            value={field.value ?? null}
            onValueChange={(lookingFor) => {
              form.clearErrors('lookingFor')
              form.setValue('lookingFor', lookingFor)
            }}
            onPick={() => void next()}
            options={lookingForOptions.map((value) => ({ value, label: t(`genders.${value}`), icon: icons[value] }))}
          />
        </FieldGroup>
      )}
    />
  )
}
