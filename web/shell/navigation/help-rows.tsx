import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { RowLink, Rows } from '#web/features/settings/row-link.tsx'
import { Disclaimer } from './disclaimer.tsx'
import { legalPages } from './legal-links.tsx'
import { UsNotice } from './us-notice.tsx'

const helpPages = ['service', 'faq', 'safety-tips'] as const

/** What the footer has, as rows: help first. On a phone members have no footer (SHELL-21). */
export function HelpRows() {
  const t = useTranslations('shell.footer')
  const others = legalPages.filter((name) => !(helpPages as readonly string[]).includes(name))
  return (
    <div className="flex flex-col gap-6">
      {[helpPages, others].map((names) => (
        <Rows key={names[0]}>
          {names.map((name) => (
            <RowLink key={name} to={href(`/${name}`)} label={t(name)} />
          ))}
        </Rows>
      ))}
      <div className="text-sm text-text-muted">
        <Disclaimer />
        <UsNotice />
      </div>
    </div>
  )
}
