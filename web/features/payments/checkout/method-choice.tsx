import { useTranslations } from '#web/i18n/intl.tsx'
import { choicesOf } from '#contract/payments/payment-methods.ts'
import type { PaymentMethod } from '#contract/payments/payments.ts'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { MethodLogo } from './method-logo.tsx'

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
