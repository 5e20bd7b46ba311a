import { useTranslations } from '#web/i18n/intl.tsx'
import { choicesOf, type MethodName } from '#contract/payments/payment-methods.ts'
import type { PaymentMethod } from '#contract/payments/schemas.ts'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
// One file for all logos, requested by the pages that show one. A data address would not work in `use`.
import logos from './method-logos.svg?no-inline'

interface Props {
  methods: readonly PaymentMethod[]
  value: PaymentMethod
  onValueChange: (method: PaymentMethod) => void
}

/** The payment methods with their logos; all brands of cards are one choice. */
export function MethodChoice({ methods, value, onValueChange }: Props) {
  const t = useTranslations('payments')
  return (
    <FieldGroup label={t('method')}>
      <RadioGroup
        value={value}
        onValueChange={onValueChange}
        options={choicesOf(methods).map(({ method, brands }) => ({
          value: method,
          label: (
            <span className="flex items-center justify-between gap-3">
              {t(`methods.${method}`)}
              <span className="flex gap-1">
                {(brands.length > 0 ? brands : [method]).map((each) => (
                  <MethodLogo key={each} method={each} />
                ))}
              </span>
            </span>
          ),
        }))}
      />
    </FieldGroup>
  )
}

/** A payment method's logo. Its name stands beside it, so screen readers leave it out. */
export function MethodLogo({ method }: { method: MethodName }) {
  return (
    <svg aria-hidden width="48" height="32" className="h-7 w-10.5 shrink-0">
      <use href={`${logos}#${method}`} />
    </svg>
  )
}
