import type { ReactNode, Ref } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { DateOfBirthInput } from '#web/ui/forms/date-of-birth-input.tsx'
import { dateOrder } from '#web/ui/forms/date-parts.ts'
import { FieldGroup } from '#web/ui/forms/field.tsx'

interface Props {
  name: string
  value: string
  onValueChange: (birthDate: string) => void
  /** Of the member's country, in years. */
  minimumAge: number
  error: string | undefined
  /** In place of the sentence that others see the age only. */
  description?: ReactNode
  isReadOnly?: boolean | undefined
  ref?: Ref<HTMLInputElement>
}

/** Asks for the date of birth, in the profile and at sign-up. */
export function BirthDateField({
  name,
  value,
  onValueChange,
  minimumAge: min_age,
  error,
  description,
  isReadOnly,
  ref,
}: Props) {
  const t = useTranslations('signup.fields')
  const order = dateOrder(useLanguage().locale)
  return (
    <FieldGroup label={t('birthDate', { min_age })} description={description ?? t('birthDateHelp')} error={error}>
      <DateOfBirthInput
        name={name}
        value={value}
        onValueChange={onValueChange}
        ref={ref}
        order={order}
        isReadOnly={isReadOnly}
        labels={{ day: t('day'), month: t('month'), year: t('year') }}
      />
    </FieldGroup>
  )
}
