import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { hasBackButton } from './back-pages.ts'

/** Leads back where no browser shows a button for it: on some pages of an installed app, if there is one before (SHELL-22). */
export function BackButton() {
  const t = useTranslations('common')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  if (!hasBackButton(pathname) || history.length < 2) return null
  return (
    <IconButton label={t('back')} onClick={() => void navigate(-1)} className="-ms-2">
      <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
    </IconButton>
  )
}
