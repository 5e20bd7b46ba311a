import { useMutation, useQueryClient } from '@tanstack/react-query'
import Languages from 'lucide-react/icons/languages'
import { useTranslations } from '#web/i18n/intl.tsx'
import { setLanguage } from '#contract/accounts/calls.ts'
import { isLanguageCode, languageNames, type LanguageCode } from '#contract/languages.ts'
import { call } from '#web/api/call.ts'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { setRepliedUser } from '#web/features/accounts/balance.ts'
import { userQuery } from '#web/features/accounts/queries.ts'
import { useOfferedLanguages } from '#web/features/settings/use-settings.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'

interface Props {
  /** The languages of these pages, where they are not those of the site. */
  among?: readonly LanguageCode[]
}

/** On a phone without the code, which its name for screen readers has: long words stand beside it. */
export function LanguageMenu({ among }: Props) {
  const choice = useLanguageChoice(among)
  const t = useTranslations('shell.language')
  const code = choice.value.toUpperCase()
  return (
    <Menu
      label={t('label')}
      trigger={
        <Button
          variant="ghost"
          size="sm"
          icon={<Languages aria-hidden />}
          aria-label={t('current', { code })}
          className="max-sm:gap-0 max-sm:px-2.5"
        >
          <span className="max-sm:hidden">{code}</span>
        </Button>
      }
      items={[choice]}
    />
  )
}

/**
 * The languages as a choice in a menu, those of the visitor's country first (SET-6). A member's choice is
 * also saved with the account, for mails (SHELL-2).
 */
export function useLanguageChoice(among?: readonly LanguageCode[]) {
  const t = useTranslations('shell.language')
  const { language, switchLanguage } = useLanguage()
  const client = useQueryClient()
  const showError = useErrorToast()
  const offered = useOfferedLanguages()
  const save = useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'language' },
    mutationFn: (value: LanguageCode) => call(setLanguage, { body: { language: value } }),
    onSuccess: (reply) => setRepliedUser(client, reply),
    onError: showError,
  })

  async function choose(value: LanguageCode) {
    try {
      const isShown = await switchLanguage(value)
      if (isShown && client.getQueryData(userQuery().queryKey)?.user) save.mutate(value)
    } catch (error) {
      showError(error)
    }
  }

  return {
    kind: 'choice' as const,
    label: t('label'),
    value: language,
    options: (among ?? offered).map((value) => ({ value, label: languageNames[value] })),
    onValueChange: (value: string) => {
      if (isLanguageCode(value)) void choose(value)
    },
  }
}
