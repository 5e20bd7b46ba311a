import Coffee from 'lucide-react/icons/coffee'
import TreeDeciduous from 'lucide-react/icons/tree-deciduous'
import Utensils from 'lucide-react/icons/utensils'
import Wine from 'lucide-react/icons/wine'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { dayIdeas, timeIdeas } from './date-form.ts'

const inUtc = { timeZone: 'UTC' } as const

const places = {
  cafe: <Coffee />,
  bar: <Wine />,
  park: <TreeDeciduous />,
  restaurant: <Utensils />,
} satisfies Record<string, ReactNode>

interface Props {
  /** What the field has. */
  value: string
  onPick: (value: string) => void
}

interface ChoiceProps extends Props {
  error: string | undefined
  /** The field for another one than those that are suggested. */
  children: ReactNode
}

/** The days to come, and a field for another one. */
export function DayIdeas({ today, ...rest }: ChoiceProps & { today: string }) {
  const t = useTranslations('chat-conversation.days')
  const dateT = useTranslations('chat-conversation.date')
  const format = useFormatter()
  const options = dayIdeas(today).map((day) => ({
    value: day,
    label: day === today ? t('today') : format.dateTime(new Date(day), { weekday: 'short', day: 'numeric', ...inUtc }),
  }))
  return <Choice label={dateT('day')} another={dateT('another')} options={options} {...rest} />
}

/** Times at which people meet, of today those that are still to come, and a field for another one. */
export function TimeIdeas({ day, now, ...rest }: ChoiceProps & { day: string; now: Date }) {
  const t = useTranslations('chat-conversation.date')
  const format = useFormatter()
  const options = timeIdeas(day, now).map((time) => ({
    value: time,
    label: format.dateTime(new Date(`1970-01-01T${time}Z`), 'time', inUtc),
  }))
  return <Choice label={t('time')} another={t('anotherTime')} options={options} {...rest} />
}

/** Kinds of places to begin with. None beside the member's own words, which a press would replace. */
export function PlaceIdeas(props: Props & { labelId: string }) {
  const t = useTranslations('chat-conversation.date.places')
  const names = Object.keys(places) as (keyof typeof places)[]
  const options = names.map((name) => ({ value: t(name), label: t(name), icon: places[name] }))
  const text = props.value.trim()
  if (text !== '' && !options.some(({ value }) => value === text)) return null
  return <Ideas options={options} {...props} />
}

interface IdeasProps extends Props {
  options: { value: string; label: string; icon?: ReactNode }[]
  /** The id of the label that names the suggestions. */
  labelId: string
  children?: ReactNode
}

interface LabelledProps extends ChoiceProps, Pick<IdeasProps, 'options'> {
  label: string
  /** Opens the field. */
  another: string
}

/** Suggestions, and behind the last of them a field, open too where its value or its error is to be seen. */
function Choice({ label, another, error, children, ...rest }: LabelledProps) {
  const { options, value, onPick } = rest
  const id = useId()
  const isOwn = value !== '' && !options.some((option) => option.value === value)
  const [wantsOwn, setWantsOwn] = useState(false)
  // Late in the evening no time of today is suggested.
  const hasIdeas = options.length > 0
  const isOpen = wantsOwn || isOwn || error !== undefined || !hasIdeas
  const field = useRef<HTMLDivElement>(null)
  // The press that opens the field leads into it.
  useEffect(() => {
    if (wantsOwn) field.current?.querySelector('input')?.focus()
  }, [wantsOwn])
  return (
    <Field label={<span id={id}>{label}</span>} error={error}>
      {hasIdeas && (
        <Ideas
          {...rest}
          labelId={id}
          onPick={(picked) => {
            setWantsOwn(false)
            onPick(picked)
          }}
        >
          <button
            type="button"
            aria-expanded={isOpen}
            className="quick-chip"
            onClick={() => {
              if (!isOwn) onPick('')
              setWantsOwn(true)
            }}
          >
            {another}
          </button>
        </Ideas>
      )}
      {isOpen && (
        // It stays while its value becomes one of those that are suggested.
        <div ref={field} onFocus={() => setWantsOwn(true)}>
          {children}
        </div>
      )}
    </Field>
  )
}

function Ideas({ options, labelId, value, onPick, children }: IdeasProps) {
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-wrap gap-2">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className="quick-chip flex items-center gap-1.5 tabular-nums [&>svg]:size-4"
          onClick={() => onPick(option.value)}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
      {children}
    </div>
  )
}
