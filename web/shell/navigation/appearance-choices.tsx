import ChevronDown from 'lucide-react/icons/chevron-down'
import Languages from 'lucide-react/icons/languages'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { languageNames } from '#contract/languages.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { switchTheme, themes, useTheme, type Theme } from '#web/shell/document/theme.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useLanguageChoice } from './language-menu.tsx'

/** The language by its name; the bars of the pages have room for its code. */
export function LanguageChoice() {
  const t = useTranslations('shell.language')
  const choice = useLanguageChoice()
  return (
    <Menu
      label={t('label')}
      trigger={
        <Button
          variant="outline"
          icon={<Languages aria-hidden />}
          aria-label={t('current', { code: languageNames[choice.value] })}
        >
          <span className="flex items-center gap-2">
            {languageNames[choice.value]}
            <ChevronDown aria-hidden className="size-4 text-text-muted" />
          </span>
        </Button>
      }
      items={[choice]}
    />
  )
}

const icons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon }

/** The themes side by side, with their names. */
export function ThemeChoice() {
  const t = useTranslations('shell.theme')
  const current = useTheme()
  return (
    <div role="group" aria-label={t('label')} className="grid w-full grid-cols-3 gap-2">
      {themes.map((theme) => {
        const Icon = icons[theme]
        return (
          <button
            key={theme}
            type="button"
            aria-pressed={theme === current}
            onClick={() => switchTheme(theme)}
            className={cx(
              'flex min-h-20 min-w-0 cursor-pointer flex-col items-center justify-center gap-1.5 rounded-md border p-2 text-center text-sm font-medium transition-colors duration-150',
              theme === current
                ? 'border-accent bg-accent-soft text-accent-text'
                : 'border-line bg-surface-raised hover:border-line-strong',
            )}
          >
            <Icon aria-hidden className="size-6" />
            <span className="max-w-full wrap-anywhere">{t(theme)}</span>
          </button>
        )
      })}
    </div>
  )
}
