import Coffee from 'lucide-react/icons/coffee'
import TreeDeciduous from 'lucide-react/icons/tree-deciduous'
import Utensils from 'lucide-react/icons/utensils'
import Wine from 'lucide-react/icons/wine'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { dayIdeas, timeIdeas } from './date-form.ts'

const inUtc = { timeZone: 'UTC' } as const

const places = {
  cafe: <Coffee />,
  bar: <Wine />,
  park: <TreeDeciduous />,
  restaurant: <Utensils />,
} satisfies Record<string, ReactNode>

interface Props {
  /** The id of the field's label, which names the suggestions too. */
  labelId: string
  /** What the field has. */
  value: string
  onPick: (value: string) => void
}

/** The days to come, as chips that fill in the field above them. */
export function DayIdeas({ today, ...rest }: Props & { today: string }) {
  const t = useTranslations('chat-conversation.days')
  const format = useFormatter()
  const options = dayIdeas(today).map((day) => ({
    value: day,
    label: day === today ? t('today') : format.dateTime(new Date(day), { weekday: 'short', day: 'numeric', ...inUtc }),
  }))
  return <Ideas options={options} {...rest} />
}

/** Times at which people meet; of today those that are still to come. */
export function TimeIdeas({ day, now, ...rest }: Props & { day: string; now: Date }) {
  const format = useFormatter()
  const options = timeIdeas(day, now).map((time) => ({
    value: time,
    label: format.dateTime(new Date(`1970-01-01T${time}Z`), 'time', inUtc),
  }))
  return <Ideas options={options} {...rest} />
}

/** Kinds of places to begin with. None beside the member's own words, which a press would replace. */
export function PlaceIdeas(props: Props) {
  const t = useTranslations('chat-conversation.date.places')
  const names = Object.keys(places) as (keyof typeof places)[]
  const options = names.map((name) => ({ value: t(name), label: t(name), icon: places[name] }))
  const text = props.value.trim()
  if (text !== '' && !options.some(({ value }) => value === text)) return null
  return <Ideas options={options} {...props} />
}

interface IdeasProps extends Props {
  options: { value: string; label: string; icon?: ReactNode }[]
}

function Ideas({ options, labelId, value, onPick }: IdeasProps) {
  if (options.length === 0) return null
  return (
    // To the edges of the dialog, beyond which it scrolls on a phone.
    <div
      role="group"
      aria-labelledby={labelId}
      className="-mx-6 mt-1 flex gap-2 overflow-x-auto px-6 py-1 scrollbar-none"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className="quick-chip flex shrink-0 items-center gap-1.5 tabular-nums [&>svg]:size-4"
          onClick={() => onPick(option.value)}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  )
}
