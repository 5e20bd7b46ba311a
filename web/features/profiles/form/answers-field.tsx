import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { ANSWER_MAX_LENGTH, PROFILE_ANSWERS } from '#contract/limits.ts'
import { prompts, type Prompt } from '#contract/profiles/prompts.ts'
import type { ProfileAnswer, ProfileEdit } from '#contract/profiles/schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { moveAnswer, promptsLeft } from './answer-list.ts'

interface Props {
  errorOf: (name: 'answers' | `answers.${number}.text`) => string | undefined
}

/** The answers to prompts, in their order, in the form around them. */
export function AnswersField({ errorOf }: Props) {
  const t = useTranslations('profiles.own.answers')
  const { control } = useFormContext<Pick<ProfileEdit, 'answers'>>()
  const { field } = useController({ control, name: 'answers' })
  const list = useRef<HTMLDivElement>(null)
  const { ref: fieldRef } = field
  // A rejected form leads to the answer that is empty or too long.
  useEffect(() => fieldRef({ focus: () => firstInvalid(list.current)?.focus() }), [fieldRef])
  const focused = useRef<number | null>(null)
  const answers: readonly ProfileAnswer[] = field.value
  useEffect(() => {
    if (focused.current === null) return
    // A new answer is written at once; after a removal the focus stays in the list.
    const texts = list.current?.querySelectorAll('textarea')
    ;(texts?.[focused.current] ?? list.current)?.focus()
    focused.current = null
  })

  function change(next: ProfileAnswer[], focus: number | null = null) {
    focused.current = focus
    field.onChange(next)
  }
  const errors = answers.map((_, index) => errorOf(`answers.${index}.text`))
  const ownError = errorOf('answers')
  const problem = errors.some(Boolean) ? undefined : ownError
  const [free] = promptsLeft(answers)
  const mayAdd = free && answers.length < PROFILE_ANSWERS
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3">
      <p className="-mt-3 text-sm text-text-muted">{t('help', { count: PROFILE_ANSWERS })}</p>
      {/* Without the button, what leads to it leads to the answers that are being written. */}
      <div ref={list} id={mayAdd ? undefined : 'add-answer'} tabIndex={-1} className="flex flex-col gap-3 outline-none">
        {answers.map((answer, index) => (
          <AnswerEditor
            // By its place: the prompt of an answer changes while its field has the focus.
            key={index}
            answer={answer}
            number={index + 1}
            options={[answer.prompt, ...promptsLeft(answers)]}
            error={errors[index]}
            onChange={(changed) => change(answers.map((each, place) => (place === index ? changed : each)))}
            onMove={(step) => change(moveAnswer(answers, { index, step }), index + step)}
            onRemove={() =>
              change(
                answers.filter((each) => each !== answer),
                Math.max(0, index - 1),
              )
            }
            canMove={{ up: index > 0, down: index < answers.length - 1 }}
          />
        ))}
      </div>
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger-text">
          {problem}
        </p>
      )}
      {mayAdd && (
        <Button
          id="add-answer"
          variant="outline"
          icon={<Plus aria-hidden />}
          className="self-start"
          onClick={() => change([...answers, { prompt: free, text: '' }], answers.length)}
        >
          {t('add')}
        </Button>
      )}
    </section>
  )
}

function firstInvalid(list: HTMLElement | null) {
  const texts = [...(list?.querySelectorAll('textarea') ?? [])]
  return texts.find(({ value }) => value.trim() === '' || [...value].length > ANSWER_MAX_LENGTH)
}

interface EditorProps {
  answer: ProfileAnswer
  number: number
  /** The prompts that this answer can be to. */
  options: readonly Prompt[]
  error: string | undefined
  canMove: { up: boolean; down: boolean }
  onChange: (answer: ProfileAnswer) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

function AnswerEditor({ answer, number, options, error, canMove, onChange, onMove, onRemove }: EditorProps) {
  const t = useTranslations('profiles.own.answers')
  const promptT = useTranslations('prompts')
  const left = ANSWER_MAX_LENGTH - [...answer.text].length
  const prompt = promptT(`text.${answer.prompt}`)
  return (
    <div className="flex flex-col gap-1 rounded-lg bg-accent-soft p-3 sm:p-4">
      <Field label={t('prompt', { number })} isLabelHidden>
        <Select
          value={answer.prompt}
          className="[&_select]:border-transparent [&_select]:bg-transparent [&_select]:ps-3 [&_select]:text-sm [&_select]:font-semibold [&_select]:text-accent-text"
          options={prompts
            .filter((each) => options.includes(each))
            .map((value) => ({ value, label: promptT(`text.${value}`) }))}
          onChange={({ currentTarget }) =>
            onChange({ ...answer, prompt: options.find((each) => each === currentTarget.value) ?? answer.prompt })
          }
        />
      </Field>
      <Field
        label={t('answer', { prompt })}
        isLabelHidden
        description={left < 40 ? t('left', { count: Math.max(0, left) }) : undefined}
        error={left < 0 ? t('tooLong', { max: ANSWER_MAX_LENGTH, excess: -left }) : error}
      >
        <Textarea
          dir="auto"
          rows={2}
          maxRows={5}
          value={answer.text}
          className="text-lg/6! font-semibold"
          placeholder={t('placeholder')}
          // An answer has one line.
          onChange={({ currentTarget }) => onChange({ ...answer, text: currentTarget.value.replaceAll('\n', ' ') })}
        />
      </Field>
      <div className="-mb-1 flex items-center justify-end gap-1">
        {(canMove.up || canMove.down) && (
          <>
            <IconButton label={t('up', { prompt })} isUnavailable={!canMove.up} onClick={() => onMove(-1)}>
              <ArrowUp aria-hidden />
            </IconButton>
            <IconButton label={t('down', { prompt })} isUnavailable={!canMove.down} onClick={() => onMove(1)}>
              <ArrowDown aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton label={t('remove', { prompt })} onClick={onRemove}>
          <Trash aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
