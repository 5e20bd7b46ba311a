import type { Statement } from '#contract/moderation/decision-schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'

/** Returns the reason of a measure: its rule, or what was wrong with a photo that breaks no rule by name. */
export function useStatementReason() {
  const t = useTranslations('decisions')
  const photoT = useTranslations('photos')
  return ({ violation, rejection }: Pick<Statement, 'violation' | 'rejection'>) =>
    rejection && violation === 'other'
      ? photoT('rejected', { reason: photoT(`rejection.${rejection}`) })
      : t('rule', { violation })
}
