import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState, type SubmitEvent } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { finderPlaces } from '#contract/games/finder-places.ts'
import type { FinderReply } from '#contract/games/schemas.ts'
import { MAXIMUM_AGE, MINIMUM_AGE } from '#contract/limits.ts'
import { profileChoices } from '#contract/profiles/profile-fields.ts'
import { Link } from '#web/api/link.tsx'
import { LookingForField } from '#web/features/profiles/form/looking-for-field.tsx'
import { useChoiceText } from '#web/features/profiles/form/use-choice-text.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { StepHead } from '#web/features/signup/steps/step-head.tsx'
import { StepProgress } from '#web/features/signup/steps/step-progress.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { ToggleChip } from '#web/ui/elements/chip.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { NumberRange } from '#web/ui/forms/number-range.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import type { Answers, FinderStep } from './finder-url.ts'

/** An answer to each question: those given, and from the profile those that are open. */
type Filled = FinderReply['answers']

type Question = Exclude<FinderStep, 'results'>

interface Props {
  step: Question
  number: number
  count: number
  filled: Filled
  /** The region and the country that `where` chooses between. */
  places: Record<Filled['where'], string>
  /** Leads to the question before; null at the first. */
  backLink: string | null
  onAnswer: (answer: Answers) => void
}

/** One question of the match finder. The head stays for all, so that it can focus each next question. */
export function FinderWizard(props: Props) {
  const t = useTranslations('games.finder')
  const { step, number, count } = props
  return (
    <Card padding="lg" className="mx-auto flex max-w-xl flex-col gap-6">
      <div className="flex items-center gap-2">
        <StepProgress done={number} count={count} />
      </div>
      <StepHead step={step} title={t(`steps.${step}.title`)} lead={t(`steps.${step}.lead`)} />
      <QuestionForm key={step} {...props} />
    </Card>
  )
}

/** The fields of a question. Enter and the button go on. */
function QuestionForm({ step, number, count, filled, places, backLink, onAnswer }: Props) {
  const t = useTranslations('games.finder')
  const common = useTranslations('common')
  const [answer, setAnswer] = useState<Answers>({})
  const current = { ...filled, ...withoutUndefined(answer) }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    onAnswer(answerTo(step, current))
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-6">
      <Fields
        step={step}
        shown={current}
        places={places}
        onChange={(change) => setAnswer((old) => ({ ...old, ...change }))}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        {backLink === null ? (
          <span />
        ) : (
          <Button variant="ghost" icon={<ArrowLeft />} render={<Link to={backLink} />}>
            {common('back')}
          </Button>
        )}
        <Button type="submit" icon={<ArrowRight />}>
          {t(number === count ? 'find' : 'next')}
        </Button>
      </div>
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

interface FieldsProps {
  step: Question
  shown: Filled
  places: Props['places']
  onChange: (change: Answers) => void
}

function Fields({ step, shown, places, onChange }: FieldsProps) {
  const t = useTranslations('games.finder')
  switch (step) {
    case 'who':
      return <LookingForField name="gender" value={shown.gender} onValueChange={(gender) => onChange({ gender })} />
    case 'age':
      return <AgeField shown={shown} onChange={onChange} />
    case 'where':
      return (
        <FieldGroup label={t('area')}>
          <RadioGroup
            name="where"
            value={shown.where}
            onValueChange={(where) => onChange({ where })}
            options={finderPlaces.map((place) => ({
              value: place,
              label: t(`places.${place}`, { place: places[place] }),
            }))}
          />
        </FieldGroup>
      )
    case 'relationship':
      return <RelationshipField shown={shown} onChange={onChange} />
    case 'interests':
      return <InterestsField shown={shown} onChange={onChange} />
  }
}

type OneField = Pick<FieldsProps, 'shown' | 'onChange'>

function AgeField({ shown, onChange }: OneField) {
  const t = useTranslations('search')
  return (
    <FieldGroup label={t('age')}>
      <NumberRange
        min={MINIMUM_AGE}
        max={MAXIMUM_AGE}
        value={[shown.minAge, shown.maxAge]}
        onValueChange={([minAge, maxAge]) => onChange({ minAge, maxAge })}
        onValueCommit={() => {}}
        lowLabel={t('minAge')}
        highLabel={t('maxAge')}
        formatRange={(low, high) => t('ages', { low, high })}
      />
    </FieldGroup>
  )
}

function RelationshipField({ shown, onChange }: OneField) {
  const t = useTranslations('profiles')
  const choiceText = useChoiceText()
  const gender = shown.gender === 'both' ? 'male' : shown.gender
  return (
    <Choices
      label={t('own.relationship')}
      values={profileChoices.relationship}
      chosen={shown.relationship}
      textOf={(value) => choiceText('relationship', value, gender)}
      onChange={(relationship) => onChange({ relationship })}
    />
  )
}

function InterestsField({ shown, onChange }: OneField) {
  const t = useTranslations('profiles')
  const { interests } = useSettings()
  return (
    <Choices
      label={t('interests')}
      values={interests}
      chosen={shown.interests}
      textOf={(interest) => t(`interest.${interest}`)}
      onChange={(chosen) => onChange({ interests: chosen })}
    />
  )
}

interface ChoicesProps<Value extends string> {
  label: string
  values: readonly Value[]
  chosen: readonly Value[]
  textOf: (value: Value) => string
  onChange: (chosen: Value[]) => void
}

function Choices<Value extends string>({ label, values, chosen, textOf, onChange }: ChoicesProps<Value>) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {values.map((value) => (
        <ToggleChip
          key={value}
          isPressed={chosen.includes(value)}
          onPressedChange={(isPressed) =>
            onChange(values.filter((each) => (each === value ? isPressed : chosen.includes(each))))
          }
        >
          {textOf(value)}
        </ToggleChip>
      ))}
    </div>
  )
}
