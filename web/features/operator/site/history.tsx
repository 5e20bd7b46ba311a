import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { listHistory, restoreVersion } from '#contract/operator/site/calls.ts'
import type { HistoryVersion } from '#contract/operator/site/schemas.ts'
import { NextPage } from '#web/api/next-page.tsx'
import { useLoaded } from '#web/api/use-cached.ts'
import { useActing } from '#web/features/operator/access/use-acting.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { historyPagesQuery, historyQuery } from './queries.ts'

interface HistoryProps {
  subject: string
  /** The version that the page shows. */
  version: number
  /** Reading calls that putting a version back changes. */
  restores: readonly Endpoint[]
}

/** Changes with their authors and times, newest first; each version can be put back (SET-12). */
export function History({ subject, version, restores }: HistoryProps) {
  const t = useTranslations('operator-site')
  const first = useLoaded(historyQuery(subject))
  const pages = useInfiniteQuery({
    ...historyPagesQuery(subject),
    initialData: { pages: [first], pageParams: [null] },
  })
  const versions = pages.data.pages.flatMap((page) => page.versions)
  const may = useMay()
  const { mutate, isPending } = useActing(restoreVersion, {
    done: t('restored'),
    changes: [...restores, listHistory],
  })
  return (
    <Card render={<section aria-labelledby="history" />}>
      <h2 id="history" className="mb-3 text-lg font-bold">
        {t('history')}
      </h2>
      {versions.length === 0 && <p className="text-text-muted">{t('noHistory')}</p>}
      <ol className="flex flex-col divide-y divide-line">
        {versions.map((each) => (
          <li key={each.version} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
            <Change change={each} />
            {may('site.manage') && (
              <Button
                size="sm"
                variant="outline"
                disabled={isPending}
                onClick={() =>
                  mutate({
                    // To undo a change is to put back what was before it.
                    body: { subject, version: each.version - 1, expectedVersion: version },
                  })
                }
              >
                {t('undo')}
                <span className="sr-only">{` ${each.version}`}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
      <NextPage query={pages} label={t('olderHistory')} className="mt-3" />
    </Card>
  )
}

function Change({ change }: { change: HistoryVersion }) {
  const t = useTranslations('operator-site')
  const format = useFormatter()
  const [isOpen, setIsOpen] = useState(false)
  const changes = changesOf(change)
  return (
    <div className="min-w-0 grow">
      <p className="text-sm">
        <span className="font-semibold">{change.by ?? t('program')}</span>{' '}
        <time dateTime={change.at} className="text-text-muted">
          {format.dateTime(new Date(change.at), { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
        {change.asksConsent && ` · ${t('askedConsent')}`}
      </p>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="target text-start text-sm font-semibold wrap-anywhere text-accent-text underline"
      >
        {changes.map(({ name }) => name).join(', ') || t('created')}
      </button>
      {isOpen && (
        <dl className="mt-2 grid gap-2 text-sm">
          {changes.map(({ name, before, after }) => (
            <div key={name} className="min-w-0">
              <dt className="font-semibold">{name}</dt>
              <dd className="whitespace-pre-wrap wrap-anywhere text-text-muted line-through">{before}</dd>
              <dd className="whitespace-pre-wrap wrap-anywhere">{after}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** Longest text of a value that a list of changes shows. */
const SHOWN_LENGTH = 2000

interface Change {
  name: string
  before: string
  after: string
}

/** Returns what a version changed, by name; of sites the settings one by one. */
export function changesOf({ before, after }: Pick<HistoryVersion, 'before' | 'after'>): Change[] {
  const [was, is] = [flat(before), flat(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const change = { name, before: textOf(was[name]), after: textOf(is[name]) }
    return change.before === change.after ? [] : [change]
  })
}

function flat(content: HistoryVersion['before']): Record<string, unknown> {
  const { settings, ...others } = content ?? {}
  return { ...others, ...(settings as Record<string, unknown> | undefined) }
}

function textOf(value: unknown) {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
}
