import { useInfiniteQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import type { getStatement } from '#contract/credits/calls.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { NextPage } from '#web/api/next-page.tsx'
import { QueryFailed } from '#web/api/query-failed.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { statementPagesQuery } from '#web/features/payments/queries.ts'

/** What changed the member's balance, with the balance after it, and the whole list as a file (CRED-11). */
export function Statement() {
  const t = useTranslations('payments.statement')
  const query = useInfiniteQuery(statementPagesQuery())
  const { data, isError } = query
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  if (entries.length === 0) {
    if (!isError) return null
    return (
      <section className="mx-auto mt-12 max-w-2xl">
        <h2 className="mb-3 text-xl font-bold">{t('title')}</h2>
        <QueryFailed query={query} />
      </section>
    )
  }
  return (
    <section className="mx-auto mt-12 max-w-2xl">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl font-bold">{t('title')}</h2>
        <Button
          variant="ghost"
          size="sm"
          className="-mx-4"
          icon={<Download />}
          // The file has an address of its own outside the app.
          render={<a href="/credits/statement.csv" download aria-label={t('file')} />}
        >
          {t('file')}
        </Button>
      </div>
      <Entries entries={entries} />
      <NextPage query={query} label={t('more')} className="mt-4" />
    </section>
  )
}

function Entries({ entries }: Pick<ReplyOf<typeof getStatement>, 'entries'>) {
  const t = useTranslations('payments.statement')
  const format = useFormatter()
  return (
    <table className="w-full overflow-hidden rounded-lg border border-line bg-surface-raised tabular-nums">
      <thead className="text-sm text-text-muted">
        <tr>
          <th scope="col" className="px-4 py-2 text-start font-medium">
            {t('cause')}
          </th>
          <th scope="col" className="px-2 py-2 text-end font-medium">
            {t('change')}
          </th>
          <th scope="col" className="px-4 py-2 text-end font-medium">
            {t('balance')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {entries.map(({ kind, amount, balanceAfter, at }, index) => (
          // Entries are only added at the top, and have no id of their own.
          <tr key={entries.length - index}>
            <td className="px-4 py-2">
              <span className="block font-semibold">{t(`kinds.${kind}`)}</span>
              <span className="text-sm text-text-muted">
                {format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
              </span>
            </td>
            <td className="px-2 py-2 text-end font-medium">
              {format.number(amount, { signDisplay: 'always' }).replace('-', '−')}
            </td>
            <td className="px-4 py-2 text-end text-text-muted">{format.number(balanceAfter)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
