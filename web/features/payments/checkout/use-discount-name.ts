import { TIME_BONUS_CODE } from '#contract/payments/time-bonus.ts'
import { useTranslations } from '#web/i18n/intl.tsx'

/** Returns a function that names a discount: by its code, and the one that new members get by what it is. */
export function useDiscountName() {
  const t = useTranslations('payments-bonus')
  return (code: string) => (code === TIME_BONUS_CODE ? t('label') : code)
}
