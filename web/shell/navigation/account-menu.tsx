import { useQueryClient } from '@tanstack/react-query'
import { CircleHelp, Crown, Languages, Layers, LogOut, Settings, Sparkles, UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { href } from 'react-router'
import { useTranslations } from 'use-intl'
import { endSession } from '#web/features/accounts/session.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { Link } from '#web/api/link.tsx'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { CoinIcon } from '#web/ui/elements/coin-icon.tsx'
import type { MenuItem } from '#web/ui/overlays/menu-items.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useThemeChoice } from '#web/shell/theme-choice.ts'

/** Profile, credits, premium, settings, help, theme and log-out. On a phone, where the language has no menu of its own, a link to the languages too. */
export function AccountMenu({ trigger, hasLanguage = false }: { trigger: ReactElement; hasLanguage?: boolean }) {
  const t = useTranslations('shell.account')
  const navT = useTranslations('shell.nav')
  const languages = useTranslations('shell.language')
  const code = useLanguage().language.toUpperCase()
  const theme = useThemeChoice()
  const client = useQueryClient()
  const user = useUser()
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
          label: navT('creditsLeft', { count: user?.credits ?? 0 }),
          icon: <CoinIcon />,
          render: <Link to={href('/credits')} prefetch="intent" />,
        },
        {
          kind: 'link',
          label: user?.paid_user ? t('premium') : navT('premium'),
          icon: <Crown aria-hidden />,
          render: <Link to={href('/premium')} prefetch="intent" />,
        },
        {
          kind: 'link',
          label: t('settings'),
          icon: <Settings aria-hidden />,
          render: <Link to={href('/notifications')} prefetch="intent" />,
        },
        {
          kind: 'link',
          label: navT('swipe'),
          icon: <Layers aria-hidden />,
          render: <Link to={href('/swipe-game')} prefetch="intent" />,
        },
        {
          kind: 'link',
          label: navT('finder'),
          icon: <Sparkles aria-hidden />,
          render: <Link to={href('/match-finder')} prefetch="intent" />,
        },
        ...(hasLanguage
          ? [
              {
                kind: 'link' as const,
                label: languages('current', { code }),
                icon: <Languages aria-hidden />,
                render: <Link to={href('/lang-config')} />,
              },
            ]
          : []),
        {
          kind: 'link',
          label: t('help'),
          icon: <CircleHelp aria-hidden />,
          render: <Link to={href('/service')} prefetch="intent" />,
        },
        { kind: 'separator' },
        ...withHeading(theme),
        { kind: 'action', label: t('logout'), icon: <LogOut aria-hidden />, onSelect: () => void endSession(client) },
      ]}
    />
  )
}

function withHeading(choice: Extract<MenuItem, { kind: 'choice' }>): MenuItem[] {
  return [{ kind: 'heading', label: choice.label }, choice, { kind: 'separator' }]
}
