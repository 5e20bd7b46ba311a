import BadgeCheck from 'lucide-react/icons/badge-check'
import Ban from 'lucide-react/icons/ban'
import Bell from 'lucide-react/icons/bell'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CirclePause from 'lucide-react/icons/circle-pause'
import CreditCard from 'lucide-react/icons/credit-card'
import KeyRound from 'lucide-react/icons/key-round'
import Lock from 'lucide-react/icons/lock'
import Palette from 'lucide-react/icons/palette'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { RowLink, Rows } from './row-link.tsx'
import { settingsGroups, type SettingsSectionName } from './settings-sections.ts'

const icons: Record<SettingsSectionName, ReactNode> = {
  account: <KeyRound aria-hidden />,
  notifications: <Bell aria-hidden />,
  privacy: <Lock aria-hidden />,
  verification: <BadgeCheck aria-hidden />,
  safety: <ShieldCheck aria-hidden />,
  blocked: <Ban aria-hidden />,
  payments: <CreditCard aria-hidden />,
  appearance: <Palette aria-hidden />,
  help: <CircleHelp aria-hidden />,
  data: <CirclePause aria-hidden />,
}

interface Props {
  /** The page shown now. */
  current?: SettingsSectionName | null
  /** The page that wide screens show beside the rows. */
  beside?: SettingsSectionName | null | undefined
}

/** The pages of the settings, each a row. */
export function SettingsRows({ current, beside = current }: Props) {
  const t = useTranslations('settings')
  return (
    <nav aria-label={t('contents')} className="flex flex-col gap-3">
      {settingsGroups.map((sections) => (
        <Rows key={sections[0]}>
          {sections.map((section) => (
            <RowLink
              key={section}
              to={href('/notifications/:section', { section })}
              icon={icons[section]}
              label={t(`sections.${section}`)}
              isCurrent={section === current}
              isBeside={section === beside}
            />
          ))}
        </Rows>
      ))}
    </nav>
  )
}
