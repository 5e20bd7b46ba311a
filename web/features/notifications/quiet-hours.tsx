import { QUIET_HOURS_STEP_MINUTES } from '#contract/limits.ts'
import type { NoticeChange, NoticeSettings } from '#contract/notifications/schemas.ts'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'

type Day = NonNullable<NoticeSettings['quiet_hours']>[number]

const DAYS = 7
/** The usual night, until the member chooses other hours. */
const NIGHT = { from: 22 * 60, to: 8 * 60 }
/** Any Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const times = Array.from(
  { length: (24 * 60) / QUIET_HOURS_STEP_MINUTES },
  (_, index) => index * QUIET_HOURS_STEP_MINUTES,
)

interface Props {
  settings: NoticeSettings
  onChange: (part: NoticeChange) => void
}

/** The hours of each weekday in which nothing is sent, in the member's time zone (NOTE-4). */
export function QuietHours({ settings: { quiet_hours: hours, time_zone: zone }, onChange }: Props) {
  const t = useTranslations('notifications.quiet')
  const format = useFormatter()
  const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const timeZone = zone ?? ownZone

  function turn(isOn: boolean) {
    const all = Array.from({ length: DAYS }, () => NIGHT)
    onChange({ time_zone: timeZone, quiet_hours: isOn ? all : null })
  }
  function changeDay(index: number, day: Day) {
    onChange({ time_zone: timeZone, quiet_hours: (hours ?? []).with(index, day) })
  }

  return (
    <div>
      <Switch label={t('title')} description={t('help')} isOn={hours !== null} onChange={turn} />
      {hours && (
        <div className="flex flex-col gap-3 pb-4">
          <Field label={t('zone')}>
            <Select
              value={timeZone}
              options={zonesWith(timeZone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
              onChange={(event) => onChange({ time_zone: event.target.value })}
            />
          </Field>
          <ul className="divide-y divide-line">
            {hours.map((day, index) => {
              const name = format.dateTime(new Date(MONDAY + index * DAY_MS), { weekday: 'long', timeZone: 'UTC' })
              return <DayRow key={name} name={name} day={day} onChange={(next) => changeDay(index, next)} />
            })}
          </ul>
        </div>
      )}
    </div>
  )
}

function DayRow({ name, day, onChange }: { name: string; day: Day; onChange: (day: Day) => void }) {
  const t = useTranslations('notifications.quiet')
  const format = useFormatter()
  const options = times.map((minutes) => ({
    value: String(minutes),
    label: format.dateTime(new Date(MONDAY + minutes * MINUTE_MS), { timeStyle: 'short', timeZone: 'UTC' }),
  }))
  /** A span of no length is none: the other end moves on. */
  function set(next: { from: number; to: number }, moved: 'from' | 'to') {
    if (next.from !== next.to) return onChange(next)
    const other = moved === 'from' ? 'to' : 'from'
    onChange({ ...next, [other]: (next[other] + QUIET_HOURS_STEP_MINUTES) % (24 * 60) })
  }
  return (
    <li className="py-1">
      <Switch label={name} isOn={day !== null} onChange={(isOn) => onChange(isOn ? NIGHT : null)} />
      {day && (
        <div className="flex flex-wrap items-center gap-2 pb-2 text-sm text-text-muted">
          <span aria-hidden>{t('from')}</span>
          <Select
            aria-label={t('fromOf', { day: name })}
            className="w-32"
            value={String(day.from)}
            options={options}
            onChange={(event) => set({ ...day, from: Number(event.target.value) }, 'from')}
          />
          <span aria-hidden>{t('to')}</span>
          <Select
            aria-label={t('toOf', { day: name })}
            className="w-32"
            value={String(day.to)}
            options={options}
            onChange={(event) => set({ ...day, to: Number(event.target.value) }, 'to')}
          />
          {day.to <= day.from && <span>{t('nextDay')}</span>}
        </div>
      )}
    </li>
  )
}

/** The time zones that the browser knows, and the stored one. */
function zonesWith(stored: string) {
  const zones = Intl.supportedValuesOf('timeZone')
  return zones.includes(stored) ? zones : [stored, ...zones]
}
