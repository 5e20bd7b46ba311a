import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileEdit } from '#contract/profiles/schemas.ts'
import { interestsQuery } from '#web/features/settings/list-queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { cx } from '#web/ui/cx.ts'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { withItem } from './profile-form-values.ts'

interface Props {
  error: string | undefined
  /** Shows the first ones only, and scrolls. */
  isLow?: boolean
}

/** The interests that the site offers, in the form around them. */
export function InterestsField({ error, isLow = false }: Props) {
  const t = useTranslations('profiles')
  const { control } = useFormContext<Pick<ProfileEdit, 'interests'>>()
  const { interests: known } = useSettings()
  // Those of the page are shown until the list has come, or if it cannot be loaded.
  const { data } = useQuery(interestsQuery())
  const offered = data?.interests ?? known
  return (
    <FieldGroup label={t('interests')} error={error}>
      <Controller
        control={control}
        name="interests"
        render={({ field }) => (
          <div className={cx('flex flex-wrap gap-2', isLow && 'max-h-72 overflow-y-auto p-1')}>
            {offered.map((interest) => (
              <ToggleChip
                key={interest}
                isPressed={field.value.includes(interest)}
                onPressedChange={(isPressed) => field.onChange(withItem(field.value, interest, isPressed))}
              >
                {t(`interest.${interest}`)}
              </ToggleChip>
            ))}
          </div>
        )}
      />
    </FieldGroup>
  )
}
