import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'

/** The text to which members consent (SIGN-6). A change of it needs a new `CONSENT_VERSION`. */
export function ConsentText() {
  const t = useTranslations('accounts.consent')
  return t.rich('text', { terms: (chunks) => <InNewTab to={href('/terms')}>{chunks}</InNewTab> })
}

/** The sentence below the consent text: where the details are. */
export function ConsentHelp() {
  const t = useTranslations('accounts.consent')
  return t.rich('help', { privacy: (chunks) => <InNewTab to={href('/privacy')}>{chunks}</InNewTab> })
}

/** A link that keeps the form open, so that nothing entered is lost. */
function InNewTab({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="font-semibold text-accent-text underline">
      {children}
    </Link>
  )
}
