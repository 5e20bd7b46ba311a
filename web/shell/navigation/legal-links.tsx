import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Link } from '#web/api/link.tsx'
import { cx } from '#web/ui/cx.ts'

/** Pages whose path is their name. */
export const legalPages = [
  'terms',
  'privacy',
  'cookies',
  'ban',
  'pricing',
  'complaints',
  'return-policy',
  'faq',
  'service',
  'safety-tips',
  'accessibility',
] as const

/** The links of a footer. */
export function LegalLinks({ className }: { className?: string }) {
  const t = useTranslations('shell.footer')
  return (
    <nav aria-label={t('label')}>
      <ul className={cx('flex flex-wrap gap-x-5', className)}>
        {legalPages.map((name) => (
          <li key={name}>
            <Link
              to={href(`/${name}`)}
              className="flex min-h-11 items-center rounded-sm hover:text-text hover:underline"
            >
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
