import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useCurrentEntry } from './nav-entries.tsx'
import { hasBackButton } from './back-pages.ts'

/** A Back button where no browser shows one: on some pages of an installed app with a history (SHELL-22). */
export function BackButton() {
  const t = useTranslations('common')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // On a phone these have an arrow of their own.
  const isUnderMe = useCurrentEntry() === 'me'
  if (!hasBackButton(pathname) || history.length < 2) return null
  return (
    <IconButton
      label={t('back')}
      onClick={() => void navigate(-1)}
      className={cx('-ms-2', isUnderMe && 'max-md:hidden')}
    >
      <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
    </IconButton>
  )
}
