import type { CaseView } from '#contract/moderation/case-schemas.ts'
import { addCaseNote, getCase } from '#contract/operator/moderation/calls.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { useSentForm } from '#web/features/operator/ui/use-sent-form.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { Age } from './case-table.tsx'
import { Quote, Section } from './section.tsx'

type Log = Pick<CaseView, 'reference' | 'notes' | 'events' | 'retainUntil'> & {
  nameOf: (operatorId: string | null) => string
}

/** What operators wrote about a case, and what happened to it. */
export function CaseLog({ reference, notes, events, retainUntil, nameOf }: Log) {
  const t = useTranslations('operator-cases')
  return (
    <>
      <Section title={t('notes.title')}>
        {notes.length === 0 && <p className="text-sm text-text-muted">{t('notes.none')}</p>}
        {notes.map(({ text, at, by }) => (
          <div key={at} className="flex flex-col gap-1">
            <p className="text-sm text-text-muted">
              {nameOf(by)} · <Age at={at} />
            </p>
            <Quote>{text}</Quote>
          </div>
        ))}
        {retainUntil !== null && <NoteForm reference={reference} />}
      </Section>
      <Section title={t('case.events')}>
        <ol className="flex flex-col gap-1 text-sm">
          {events.map(({ type, at, by }, index) => (
            <li key={index}>
              {t(`case.event.${type}`)} · {nameOf(by)} · <Age at={at} />
            </li>
          ))}
        </ol>
      </Section>
    </>
  )
}

function NoteForm({ reference }: { reference: string }) {
  const t = useTranslations('operator-cases.notes')
  const act = useAct()
  const { form, isPending, clear, errorOf } = useSentForm(['text'], {
    send: (body) => act(addCaseNote, { params: { reference }, body }),
    onSent: (_reply, { reset }) => reset(),
    changes: [getCase],
  })

  return (
    <form {...form} className="flex flex-col items-start gap-3">
      <FormProblem>{errorOf('form')}</FormProblem>
      <Field label={t('label')} description={t('help')} error={errorOf('text')} className="w-full">
        <Textarea name="text" rows={2} onChange={() => clear('text')} />
      </Field>
      <Button type="submit" size="sm" variant="secondary" isPending={isPending}>
        {t('add')}
      </Button>
    </form>
  )
}
