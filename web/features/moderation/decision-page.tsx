import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { APPEAL_TEXT_MAX_LENGTH, REMOVAL_MS } from '#contract/limits.ts'
import { appealDecision } from '#contract/moderation/decision-calls.ts'
import { appealDecision as appealSchemas, type DecisionView } from '#contract/moderation/decision-schemas.ts'
import { HOUR } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useApiForm } from '#web/api/forms/use-api-form.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { useFocusAfterRemoval } from '#web/ui/hooks/use-focus-after-removal.ts'
import { decisionQuery } from './decision-queries.ts'
import { useMarkSeen } from './use-mark-seen.ts'
import { useStatementReason } from './use-statement-reason.ts'

/** What a reference stands for: the state of a report, or a decision with its reasons and the appeal. */
export function DecisionPage({ reference }: { reference: string }) {
  const t = useTranslations('decisions')
  const date = useDate()
  const { decision } = useSuspenseQuery(decisionQuery(reference)).data
  const { role, openedAt, decidedAt, statement } = decision
  useMarkSeen(statement ? [reference] : [])
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5 py-6">
      <h1 className="bar-title text-2xl font-bold">{t(`${role}Title`)}</h1>
      <p className="text-text-muted">
        {t('reference', { reference })}
        {' · '}
        {decidedAt ? t('decided', { date: date(decidedAt) }) : t('opened', { date: date(openedAt) })}
      </p>
      <Card padding="lg" className="flex flex-col gap-3">
        <Reasons decision={decision} />
      </Card>
      <Appeal decision={decision} />
    </div>
  )
}

function Reasons({ decision: { role, statement, outcome, reply } }: { decision: DecisionView }) {
  const t = useTranslations('decisions')
  const date = useDate()
  const reasonOf = useStatementReason()
  if (statement) {
    const { measure, legalGround, source, until, isReversed } = statement
    const content = statement.content ?? 'behaviour'
    return (
      <>
        {isReversed && <Alert tone="success">{t('reversed')}</Alert>}
        <p>{t('measure', { measure, content, until: until ? date(until) : '' })}</p>
        <p>{reasonOf(statement)}</p>
        {legalGround !== null && <p>{t('law', { ground: legalGround })}</p>}
        <p>{t('basis', { source, content })}</p>
      </>
    )
  }
  if (outcome === null)
    return <p>{role === 'requester' ? t('requesterWaiting', { hours: REMOVAL_MS / HOUR }) : t('waiting')}</p>
  if (role === 'requester') return <p>{t('requesterOutcome', { outcome })}</p>
  if (role !== 'complainant') return <p>{t('reportOutcome', { outcome })}</p>
  return (
    <>
      <p>{t('complaintOutcome', { outcome })}</p>
      {reply !== null && <p className="break-words whitespace-pre-line">{reply}</p>}
    </>
  )
}

function Appeal({ decision: { reference, appeal } }: { decision: DecisionView }) {
  const t = useTranslations('decisions')
  const { state, until } = appeal
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(state === 'possible' ? 1 : 0)
  if (state === 'none') return null
  return (
    <section className="flex flex-col gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        {t('appeal.title')}
      </h2>
      {state === 'possible' ? (
        <AppealForm reference={reference} until={until ?? ''} />
      ) : (
        <Alert tone={state === 'ended' ? 'warning' : 'info'}>{t(`appeal.${state}`)}</Alert>
      )}
      <p className="text-sm text-text-muted">{t('elsewhere')}</p>
    </section>
  )
}

const Typed = appealSchemas.body.omit({ clientId: true })

function AppealForm({ reference, until }: { reference: string; until: string }) {
  const t = useTranslations('decisions')
  const date = useDate()
  const client = useQueryClient()
  // The same until it arrives, so that a form that is sent again is one appeal.
  const [clientId] = useState(() => crypto.randomUUID())
  const { mutateAsync } = useMutation({
    mutationFn: ({ text }: { text: string }) =>
      call(appealDecision, { params: { reference }, body: { clientId, text } }),
    onSuccess: (reply) => client.setQueryData(decisionQuery(reference).queryKey, reply),
  })
  const form = useApiForm({ schema: Typed, defaultValues: { text: '' }, send: mutateAsync })
  return (
    <form method="post" onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <p>{t('appeal.lead', { until: date(until) })}</p>
      <FormProblem>{form.problem}</FormProblem>
      <Field label={t('appeal.text')} error={form.errorOf('text')}>
        <Textarea {...form.register('text')} rows={5} maxLength={APPEAL_TEXT_MAX_LENGTH} />
      </Field>
      <Button type="submit" className="sm:self-start" disabled={!form.isReady} isPending={form.isSending}>
        {t('appeal.send')}
      </Button>
    </form>
  )
}

function useDate() {
  const format = useFormatter()
  return (time: string) => format.dateTime(new Date(time), { dateStyle: 'long' })
}
