import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Settings, UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link, href } from 'react-router'
import { useTranslations } from 'use-intl'
import { endSession } from '#web/features/accounts/session.ts'
import type { MenuItem } from '#web/ui/overlays/menu-items.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useLanguageChoice } from './language-menu.tsx'
import { useThemeChoice } from '#web/shell/theme-choice.ts'

/** Profile, settings, theme and log-out. On a phone, where the language has no menu of its own, the languages too. */
export function AccountMenu({ trigger, hasLanguage = false }: { trigger: ReactElement; hasLanguage?: boolean }) {
  const t = useTranslations('shell.account')
  const language = useLanguageChoice()
  const theme = useThemeChoice()
  const client = useQueryClient()
  return (
    <Menu
      label={t('label')}
      trigger={trigger}
      items={[
        {
          kind: 'link',
          label: t('profile'),
          icon: <UserRound aria-hidden />,
          render: <Link to={href('/profile')} prefetch="intent" />,
        },
        {
          kind: 'link',
          label: t('settings'),
          icon: <Settings aria-hidden />,
          render: <Link to={href('/notifications')} prefetch="intent" />,
        },
        { kind: 'separator' },
        ...(hasLanguage ? withHeading(language) : []),
        ...withHeading(theme),
        { kind: 'action', label: t('logout'), icon: <LogOut aria-hidden />, onSelect: () => void endSession(client) },
      ]}
    />
  )
}

function withHeading(choice: Extract<MenuItem, { kind: 'choice' }>): MenuItem[] {
  return [{ kind: 'heading', label: choice.label }, choice, { kind: 'separator' }]
}
