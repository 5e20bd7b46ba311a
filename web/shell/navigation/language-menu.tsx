import { useQueryClient } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { setLanguage } from '#contract/accounts.ts'
import { isLanguageCode, languageCodes, languageNames, type LanguageCode } from '#contract/languages.ts'
import { call } from '#web/api/call.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'

export function LanguageMenu() {
  const choice = useLanguageChoice()
  const t = useTranslations('shell.language')
  const code = choice.value.toUpperCase()
  return (
    <Menu
      label={t('label')}
      trigger={
        <Button variant="ghost" size="sm" icon={<Languages aria-hidden />} aria-label={t('current', { code })}>
          {code}
        </Button>
      }
      items={[choice]}
    />
  )
}

/**
 * The eleven languages as a choice in a menu, those of the visitor's country first (SET-6). The choice of a member is also
 * saved with the account, for mails (SHELL-2).
 */
export function useLanguageChoice() {
  const t = useTranslations('shell.language')
  const { language, countryLanguages, switchLanguage } = useLanguage()
  const client = useQueryClient()

  async function choose(value: LanguageCode) {
    await switchLanguage(value)
    const { queryKey } = userQuery()
    if (!client.getQueryData(queryKey)?.user) return
    client.setQueryData(queryKey, await call(setLanguage, { body: { language: value } }))
  }

  return {
    kind: 'choice' as const,
    label: t('label'),
    value: language,
    options: [...new Set([...countryLanguages, ...languageCodes])].map((value) => ({
      value,
      label: languageNames[value],
    })),
    onValueChange: (value: string) => {
      if (isLanguageCode(value)) void choose(value)
    },
  }
}
