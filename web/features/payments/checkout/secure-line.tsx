import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { providerTitles, type ProviderName } from '#contract/payments/providers.ts'
import { useTranslations } from '#web/i18n/intl.tsx'

/** Who takes the payment, over an encrypted connection; of the sandbox that it takes no money (PAY-31). */
export function SecureLine({ provider }: { provider: ProviderName }) {
  const t = useTranslations('payments')
  const text = t(provider === 'sandbox' ? 'secureTest' : 'secure', { provider: providerTitles[provider] })
  return (
    <p className="flex items-start justify-center gap-2 text-sm text-text-muted">
      <LockKeyhole aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{text}</span>
    </p>
  )
}
