import { href } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'

interface ClosedAccountProps {
  reference: string
  /** End of a suspension; without it the account is closed for good. */
  until?: string | undefined
}

/** Until when an account is closed, and the way to the reasons and the appeal (ACC-32). Loaded on demand. */
export function ClosedAccount({ reference, until }: ClosedAccountProps) {
  const t = useTranslations('decisions')
  const format = useFormatter()
  const end = until ? format.dateTime(new Date(until), { dateStyle: 'long', timeStyle: 'short' }) : ''
  return (
    <div role="status" className="-mt-2 flex flex-col items-start text-text-muted">
      <p>{t('measure', { measure: until ? 'suspend' : 'ban', content: 'behaviour', until: end })}</p>
      <p>{t('reference', { reference })}</p>
      <Link
        to={href('/decisions/:reference', { reference })}
        className="target font-semibold text-accent-text underline"
      >
        {t('open')}
      </Link>
    </div>
  )
}
