import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'

interface Props {
  /** Where it leads if the page is the first of the visit. */
  to: string
  className?: string
}

/** An arrow back to where the member came from. */
export function BackLink({ to, className }: Props) {
  const t = useTranslations('common')
  const navigate = useNavigate()
  // The first page of a visit has this key: there is nothing of the site to go back to.
  const isFirst = useLocation().key === 'default'
  return (
    <IconButton
      label={t('back')}
      className={className}
      render={
        <Link
          to={to}
          onClick={(event) => {
            if (isFirst) return
            event.preventDefault()
            void navigate(-1)
          }}
        />
      }
    >
      <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
    </IconButton>
  )
}
