import { href } from 'react-router'
import { Link } from '#web/api/link.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Card } from '#web/ui/elements/card.tsx'

const tips = ['money', 'public', 'here'] as const

/** The shortest form of the advice, and the way to the whole. */
export function SafetyTips() {
  const t = useTranslations('safety.tips')
  const footerT = useTranslations('shell.footer')
  const reportT = useTranslations('reports.done')
  return (
    <Card padding="lg" render={<section aria-labelledby="tips" />} className="flex flex-col gap-3">
      <h3 id="tips" className="text-lg font-semibold">
        {t('title')}
      </h3>
      <ul className="flex list-disc flex-col gap-2 ps-5 marker:text-accent">
        {tips.map((tip) => (
          <li key={tip}>{t(tip)}</li>
        ))}
      </ul>
      <p className="text-sm text-text-muted">{reportT('danger')}</p>
      <p>
        <Link className="target font-semibold text-accent-text underline" to={href('/safety-tips')} prefetch="intent">
          {footerT('safety-tips')}
        </Link>
      </p>
    </Card>
  )
}
