import Crown from 'lucide-react/icons/crown'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'

/** Says to a free member that any bundle makes them premium, for good (CRED-4). */
export function PremiumLine({ className }: { className?: string }) {
  const t = useTranslations('payments')
  if (useUser()?.paid_user !== false) return null
  return (
    <p className={cx('flex items-start gap-2 text-start text-sm', className)}>
      <Crown aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
      <span>{t('premiumLead')}</span>
    </p>
  )
}
