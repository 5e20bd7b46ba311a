import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useTranslations } from '#web/i18n/intl.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { switchTheme, themes, useTheme, type Theme } from '#web/shell/document/theme.ts'

const icons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon }

/** The themes side by side: for visitors in the footer, and in the console. */
export function ThemeSwitch() {
  const t = useTranslations('shell.theme')
  const current = useTheme()
  return (
    <div role="group" aria-label={t('label')} className="flex gap-1">
      {themes.map((theme) => {
        const Icon = icons[theme]
        return (
          <IconButton
            key={theme}
            label={t(theme)}
            isPressed={theme === current}
            variant={theme === current ? 'secondary' : 'ghost'}
            onClick={() => switchTheme(theme)}
          >
            <Icon />
          </IconButton>
        )
      })}
    </div>
  )
}
