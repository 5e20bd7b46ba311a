import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CaseSummary } from '#contract/moderation/case-schemas.ts'
import { decideCases, getCase, getWaiting, listCases } from '#contract/operator/moderation/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { useMay } from '#web/features/operator/queries.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useToast } from '#web/ui/feedback/toast.tsx'
import { DecisionForm, type Outcome } from './decision-form.tsx'
import { decisions } from '#contract/moderation/cases.ts'

type Judged = Pick<CaseSummary, 'reference' | 'version' | 'allowed' | 'needsReply'>

/** Decides the selected cases alike, and names those that someone else has. */
export function BulkDecision({ cases, onClear }: { cases: readonly Judged[]; onClear: () => void }) {
  const t = useTranslations('operator-cases')
  const errorText = useErrorText()
  const may = useMay()
  const [failed, setFailed] = useState<{ reference: string; error: string }[]>([])
  const decide = useDecideSeveral((failures) => {
    setFailed(failures)
    // At once: what is marked while the list is fetched stays marked.
    onClear()
  })
  const allowed = commonDecisions(cases, { mayBan: may('cases.ban') })
  return (
    <>
      {failed.length > 0 && (
        <Alert tone="warning" isLive>
          <ul>
            {failed.map(({ reference, error }) => (
              <li key={reference}>{t('bulk.failed', { reference, reason: errorText.ofCode(error as ErrorCode) })}</li>
            ))}
          </ul>
        </Alert>
      )}
      {cases.length > 0 && (
        <Card render={<section aria-labelledby="bulk" />} className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="bulk" className="text-lg font-bold">
              {t('bulk.title', { count: cases.length })}
            </h2>
            <Button size="sm" variant="ghost" onClick={onClear}>
              {t('bulk.clear')}
            </Button>
          </div>
          {allowed.length === 0 ? (
            <p className="text-sm text-text-muted">{t('bulk.different')}</p>
          ) : (
            <DecisionForm
              // A choice that the selection does not have any more is none.
              key={allowed.join(' ')}
              allowed={allowed}
              needsReply={cases.some(({ needsReply }) => needsReply)}
              onDecide={(outcome) => decide(cases, outcome)}
            />
          )}
        </Card>
      )}
    </>
  )
}

function useDecideSeveral(onFailed: (failed: { reference: string; error: string }[]) => void) {
  const t = useTranslations('operator-cases.bulk')
  const act = useAct()
  const client = useQueryClient()
  const toast = useToast()
  // The same for a case until it is decided, so that a repeated call decides nothing twice.
  const clientIds = useRef(new Map<string, string>())
  return async (cases: readonly Judged[], outcome: Outcome) => {
    const judged = cases.map(({ reference, version }) => {
      const clientId = clientIds.current.get(reference) ?? crypto.randomUUID()
      clientIds.current.set(reference, clientId)
      return { reference, version, clientId }
    })
    const { results } = await act(decideCases, { body: { cases: judged, ...outcome } })
    const failed = results.flatMap(({ reference, error }) => (error === null ? [] : [{ reference, error }]))
    onFailed(failed)
    const count = results.length - failed.length
    if (count > 0) toast.show({ tone: 'success', title: t('done', { count }) })
    await Promise.all(
      [listCases, getCase, getWaiting].map((each) => client.invalidateQueries({ queryKey: apiQueryKey(each) })),
    )
  }
}

/** Returns the decisions that each of several cases can have, in their usual order. */
export function commonDecisions(cases: readonly Pick<CaseSummary, 'allowed'>[], { mayBan }: { mayBan: boolean }) {
  return decisions.filter(
    (decision) => (decision !== 'ban' || mayBan) && cases.every(({ allowed }) => allowed.includes(decision)),
  )
}
