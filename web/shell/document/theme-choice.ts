import { useTranslations } from '#web/i18n/intl.tsx'
import { isTheme, switchTheme, themes, useTheme } from './theme.ts'

/** The themes as a choice in a menu. */
export function useThemeChoice() {
  const t = useTranslations('shell.theme')
  return {
    kind: 'choice' as const,
    label: t('label'),
    value: useTheme(),
    options: themes.map((value) => ({ value, label: t(value) })),
    onValueChange: (value: string) => {
      if (isTheme(value)) switchTheme(value)
    },
  }
}
