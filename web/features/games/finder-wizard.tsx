import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState, type SubmitEvent } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { SuggestedMember } from '#contract/games/schemas.ts'
import { Link } from '#web/api/link.tsx'
import { StepHead } from '#web/features/signup/steps/step-head.tsx'
import { StepProgress } from '#web/features/signup/steps/step-progress.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { EdgeActions } from '#web/ui/forms/edge-actions.tsx'
import { FinderFields, type FieldsProps, type Filled } from './finder-fields.tsx'
import type { Answers, Question } from './finder-url.ts'
import { faceOf } from '#web/features/profiles/face-of.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'

interface Props extends Pick<FieldsProps, 'step' | 'places'> {
  number: number
  count: number
  filled: Filled
  /** Who fits the answers so far. */
  members: readonly SuggestedMember[]
  /** Leads to the question before; null at the first. */
  backLink: string | null
  onAnswer: (answer: Answers) => void
}

/** One question of the match finder. The head stays for all, so that it can focus each next question. */
export function FinderWizard(props: Props) {
  const t = useTranslations('games.finder')
  const common = useTranslations('common')
  const { step, number, count, members, backLink } = props
  return (
    <div className="mx-auto flex w-full max-w-form grow flex-col gap-5 md:gap-6">
      <div className="flex min-h-11 items-center gap-2">
        {backLink !== null && (
          <IconButton label={common('back')} className="-ms-2.5" render={<Link to={backLink} />}>
            <ArrowLeft className="rtl:-scale-x-100" />
          </IconButton>
        )}
        <StepProgress done={number} count={count} />
      </div>
      <StepHead step={step} title={t(`steps.${step}.title`)} lead={t(`steps.${step}.lead`)} />
      <div className="max-[22.5rem]:hidden">
        <FinderPreview members={members} />
      </div>
      <QuestionForm key={step} {...props} />
    </div>
  )
}

/** The fields of a question. Enter and the button go on, and a press on a card that answers all of it. */
function QuestionForm({ step, number, count, filled, places, onAnswer }: Props) {
  const t = useTranslations('games.finder')
  const [answer, setAnswer] = useState<Answers>({})
  const current = { ...filled, ...withoutUndefined(answer) }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    onAnswer(answerTo(step, current))
  }
  return (
    <form onSubmit={submit} className="flex grow flex-col gap-6">
      <FinderFields
        step={step}
        shown={current}
        places={places}
        onChange={(change) => setAnswer((old) => ({ ...old, ...change }))}
        onPick={onAnswer}
      />
      <EdgeActions className="max-md:mt-auto">
        <Button type="submit" size="lg" isWide>
          {t(number === count ? 'find' : 'next')}
        </Button>
      </EdgeActions>
    </form>
  )
}

function withoutUndefined(answer: Answers): Partial<Filled> {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined))
}

/** Only what this question asked: what others left open stays open. */
function answerTo(step: Question, { gender, minAge, maxAge, where, relationship, interests }: Filled): Answers {
  switch (step) {
    case 'who':
      return { gender }
    case 'age':
      return { minAge, maxAge }
    case 'where':
      return { where }
    case 'relationship':
      return { relationship }
    case 'interests':
      return { interests }
  }
}

/** Faces that fit on the narrowest phone beside the number. */
const FACES = 4

/** Who fits the answers so far: a few faces, and how many people there are. Nothing while no one does. */
function FinderPreview({ members }: { members: readonly SuggestedMember[] }) {
  const t = useTranslations('games.finder')
  if (members.length === 0) return null
  const withPhoto = members.filter(({ photo }) => photo && !photo.isLocked)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm font-semibold text-text-muted">
      <span aria-hidden className="flex -space-x-2">
        {withPhoto.slice(0, FACES).map((member) => (
          <span key={member.id} className="flex rounded-full ring-2 ring-surface">
            <Avatar size="sm" isDecorative {...faceOf(member)} />
          </span>
        ))}
      </span>
      {t('results', { count: members.length })}
    </p>
  )
}
