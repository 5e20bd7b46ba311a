import { useRef, useState, type KeyboardEvent, type Ref, type SubmitEvent } from 'react'
import { SUSPENSION_DAYS_MAX } from '#contract/limits.ts'
import { measures, violations, type Decision, type Violation } from '#contract/moderation/cases.ts'
import { useFields } from '#web/features/accounts/login/use-fields.ts'
import { useHotkeys } from '#web/features/operator/ui/use-hotkeys.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field, FieldGroup } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'

export interface Outcome {
  decision: Decision
  violation: Violation | null
  /** The law that it breaks. */
  legalGround: string | null
  days: number | null
  note: string
  reply: string
}

interface DecisionFormProps {
  /** The decisions that are possible. Their places are their keys: 1 is the first one. */
  allowed: readonly Decision[]
  /** The decision answers someone who complained. */
  needsReply: boolean
  /** Why nothing can be decided. */
  disabledReason?: string | undefined
  /** Rejects with an ApiError, which is shown at its field. */
  onDecide: (outcome: Outcome) => Promise<unknown>
}

/**
 * What is done, on which rule it is based, and until when. `d` goes to it, numbers choose, `r` goes to the
 * rule, and Ctrl+Enter submits.
 */
export function DecisionForm({ allowed, needsReply, disabledReason, onDecide }: DecisionFormProps) {
  const t = useTranslations('operator-cases.decision')
  const first = useRef<HTMLInputElement>(null)
  const { decision, setDecision, isMeasure, submit, isPending, formRef, errorOf, clear } = useDecision(onDecide)
  useHotkeys({
    d: () => first.current?.focus(),
    r: () => formRef.current?.querySelector<HTMLElement>('[name=violation]')?.focus(),
    ...Object.fromEntries(allowed.map((each, index) => [String(index + 1), () => setDecision(each)])),
  })

  return (
    // The keys are those of its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      method="post"
      ref={formRef}
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitByKey}
      noValidate
      className="flex flex-col gap-4"
    >
      <FormProblem>{errorOf('form')}</FormProblem>
      <Choice ref={first} allowed={allowed} decision={decision} onChoose={setDecision} />
      {isMeasure && (
        <>
          <Rule error={errorOf('violation')} onChange={() => clear('violation')} />
          <Field label={t('legalGround')} description={t('legalGroundHelp')} error={errorOf('legalGround')}>
            <TextInput name="legalGround" autoComplete="off" onChange={() => clear('legalGround')} />
          </Field>
        </>
      )}
      {decision === 'suspend' && (
        <Field label={t('days')} error={errorOf('days')}>
          <TextInput name="days" inputMode="numeric" autoComplete="off" onChange={() => clear('days')} />
        </Field>
      )}
      {needsReply && (
        <Field label={t('reply')} description={t('replyHelp')} error={errorOf('reply')}>
          <Textarea name="reply" rows={4} onChange={() => clear('reply')} />
        </Field>
      )}
      <Field label={t('note')} description={t('noteHelp')} error={errorOf('note')}>
        <Textarea name="note" rows={2} onChange={() => clear('note')} />
      </Field>
      {isMeasure && <p className="text-sm text-text-muted">{t('informed')}</p>}
      <Button
        type="submit"
        isPending={isPending}
        disabled={disabledReason !== undefined || decision === null}
        aria-describedby={disabledReason === undefined ? undefined : 'undecidable'}
      >
        {t('submit')}
      </Button>
      {disabledReason !== undefined && (
        <p id="undecidable" className="text-sm text-text-muted">
          {disabledReason}
        </p>
      )}
    </form>
  )
}

/** The state of the form: what is chosen, and what becomes of the fields when it is sent. */
function useDecision(onDecide: DecisionFormProps['onDecide']) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const [isPending, setIsPending] = useState(false)
  const { values, showFailure, ...fields } = useFields(['violation', 'legalGround', 'days', 'reply', 'note'])
  const isMeasure = decision !== null && measures.some((each) => each === decision)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending || decision === null) return
    setIsPending(true)
    const { violation, legalGround, days, reply, note } = values()
    try {
      await onDecide({
        decision,
        violation: isMeasure ? (violations.find((each) => each === violation) ?? null) : null,
        legalGround: isMeasure ? legalGround.trim() || null : null,
        days: decision === 'suspend' ? daysOf(days) : null,
        note,
        reply,
      })
    } catch (error) {
      showFailure(error)
    } finally {
      setIsPending(false)
    }
  }
  return { decision, setDecision, isMeasure, submit, isPending, ...fields }
}

interface ChoiceProps {
  /** The first of them. */
  ref: Ref<HTMLInputElement>
  allowed: readonly Decision[]
  decision: Decision | null
  onChoose: (decision: Decision) => void
}

function Choice({ ref, allowed, decision, onChoose }: ChoiceProps) {
  const t = useTranslations('operator-cases.decision')
  return (
    <FieldGroup label={t('choice')}>
      <RadioGroup
        ref={ref}
        name="decision"
        value={decision}
        onValueChange={onChoose}
        options={allowed.map((value, index) => ({
          value,
          label: (
            <span className="flex items-center justify-between gap-2">
              {t(`options.${value}`)} <Key>{index + 1}</Key>
            </span>
          ),
        }))}
      />
    </FieldGroup>
  )
}

function Rule({ error, onChange }: { error: string | undefined; onChange: () => void }) {
  const t = useTranslations('operator-cases')
  return (
    <Field label={t('decision.violation')} error={error}>
      <Select
        name="violation"
        defaultValue=""
        placeholder={t('decision.choose')}
        options={violations.map((value) => ({ value, label: t(`violations.${value}`) }))}
        onChange={onChange}
      />
    </Field>
  )
}

/** Submits from any field: Enter alone opens a list of rules, or begins a line of the note. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  const button = event.currentTarget.querySelector<HTMLButtonElement>('[type=submit]')
  if (button && !button.disabled) event.currentTarget.requestSubmit(button)
}

/** The key that does the same, for those who see it; screen readers get it from the list of keys. */
export function Key({ children }: { children: string | number }) {
  return (
    <kbd aria-hidden className="hidden rounded-sm border border-current px-1.5 text-xs font-semibold md:inline">
      {children}
    </kbd>
  )
}

/** An entry that is no number of days is left to the server, which names the field. */
function daysOf(entry: string) {
  const days = Number(entry)
  return Number.isInteger(days) && days > 0 && days <= SUSPENSION_DAYS_MAX ? days : null
}
