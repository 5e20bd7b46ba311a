import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Link } from '#web/api/link.tsx'
import { LanguageMenu } from './language-menu.tsx'

/** The entries of the top bar for visitors. */
export function VisitorEntries() {
  const t = useTranslations('shell.nav')
  return (
    <div className="ms-auto flex items-center gap-1 sm:gap-2">
      <LanguageMenu />
      <Button
        variant="ghost"
        className="max-sm:-me-2 max-sm:px-2 max-sm:text-sm"
        render={<Link to={href('/login')} prefetch="intent" />}
      >
        {t('login')}
      </Button>
      <span className="max-sm:hidden">
        <Button render={<Link to={href('/signup')} prefetch="intent" />}>{t('signup')}</Button>
      </span>
    </div>
  )
}
