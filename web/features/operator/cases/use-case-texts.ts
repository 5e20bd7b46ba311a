import { useTranslations } from '#web/i18n/intl.tsx'

/** Returns the text of a reason: of a report, a complaint or a signal. One without text stays as it is. */
export function useReasonText() {
  const t = useTranslations('operator-cases.reasons')
  return (reason: string) => (t.has(reason as 'other') ? t(reason as 'other') : reason)
}

/** Returns the names of operators that a reply names by their keys. */
export function useOperatorName(operators: readonly { id: string; name: string }[]) {
  const t = useTranslations('operator-cases.case')
  return (id: string | null) =>
    id === null ? t('program') : (operators.find((each) => each.id === id)?.name ?? t('someone'))
}
