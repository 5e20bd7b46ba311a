import { useQueryClient } from '@tanstack/react-query'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Crown from 'lucide-react/icons/crown'
import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactElement } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { endSession } from '#web/features/accounts/session.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { Link } from '#web/api/link.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import type { MenuItem } from '#web/ui/overlays/menu-items.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { isTheme, switchTheme, themes, useTheme } from '#web/shell/document/theme.ts'

/** Profile, credits, premium, settings, help, theme and log-out. A phone has the page 'Me' instead. */
export function AccountMenu({ trigger }: { trigger: ReactElement }) {
  const t = useTranslations('shell.account')
  const navT = useTranslations('shell.nav')
  const theme = useThemeChoice()
  const client = useQueryClient()
  const user = useUser()
  return (
    <Menu
      label={t('label')}
      trigger={trigger}
      items={() => [
        pageLink(t('profile'), <UserRound aria-hidden />, href('/profile')),
        pageLink(navT('creditsLeft', { count: user?.credits ?? 0 }), <CoinIcon />, href('/credits')),
        pageLink(user?.paid_user ? t('premium') : navT('premium'), <Crown aria-hidden />, href('/premium')),
        pageLink(t('settings'), <Settings aria-hidden />, href('/notifications')),
        pageLink(t('help'), <CircleHelp aria-hidden />, href('/service')),
        { kind: 'separator' },
        ...withHeading(theme),
        { kind: 'action', label: t('logout'), icon: <LogOut aria-hidden />, onSelect: () => void endSession(client) },
      ]}
    />
  )
}

function pageLink(label: string, icon: ReactElement, to: string): MenuItem {
  return { kind: 'link', label, icon, render: <Link to={to} prefetch="intent" /> }
}

function withHeading(choice: Extract<MenuItem, { kind: 'choice' }>): MenuItem[] {
  return [{ kind: 'heading', label: choice.label }, choice, { kind: 'separator' }]
}

/** The themes as a choice in a menu. */
function useThemeChoice() {
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
