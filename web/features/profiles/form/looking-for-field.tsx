import type { Ref } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { lookingForOptions } from '#contract/profiles/profile-fields.ts'
import type { LookingFor } from '#contract/profiles/profile-field-schemas.ts'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { SegmentedControl } from '#web/ui/forms/segmented-control.tsx'

interface Props {
  name: string
  value: LookingFor | null
  onValueChange: (lookingFor: LookingFor) => void
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Asks which genders a member is looking for, under a heading of the same words. */
export function LookingForField({ name, value, onValueChange, error, ref }: Props) {
  const t = useTranslations('profiles.own')
  return (
    <FieldGroup label={t('lookingFor')} isLabelHidden error={error}>
      <SegmentedControl
        ref={ref}
        name={name}
        value={value}
        onValueChange={onValueChange}
        options={lookingForOptions.map((each) => ({ value: each, label: t(`genders.${each}`) }))}
      />
    </FieldGroup>
  )
}
