import type { Ref } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { genders } from '#contract/profiles/profile-fields.ts'
import type { Gender } from '#contract/profiles/profile-field-schemas.ts'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { SegmentedControl } from '#web/ui/forms/segmented-control.tsx'

interface Props {
  name: string
  value: Gender | null
  onValueChange: (gender: Gender) => void
  error: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Asks for the gender of a member, in the profile and at sign-up. */
export function GenderField({ name, value, onValueChange, error, ref }: Props) {
  const t = useTranslations('signup')
  return (
    <FieldGroup label={t('fields.gender')} error={error}>
      <SegmentedControl
        ref={ref}
        name={name}
        value={value}
        onValueChange={onValueChange}
        options={genders.map((gender) => ({ value: gender, label: t(`gender.${gender}`) }))}
      />
    </FieldGroup>
  )
}
