import { lazy, Suspense } from 'react'
import type { useFormatter } from '#web/i18n/intl.tsx'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import type { Series } from './day-chart.tsx'

/** The library of the charts is a chunk of its own. */
const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }))

interface ChartProps {
  title: string
  days: readonly ({ label: string } & Record<string, string | number | null>)[]
  series: readonly Series[]
  formatValue: (value: number) => string
}

/** A chart under its title; the table beside it has the same numbers. */
export function Chart({ title, ...chart }: ChartProps) {
  const isHydrated = useIsHydrated()
  return (
    <figure className="min-w-0 rounded-md border border-line bg-surface-raised p-3">
      <figcaption className="mb-2 text-sm font-semibold">{title}</figcaption>
      <div aria-hidden className="h-45">
        {isHydrated && (
          <Suspense>
            <DayChart {...chart} />
          </Suspense>
        )}
      </div>
    </figure>
  )
}

/** A day (UTC) as short as an axis needs it. */
export function shortDay(format: ReturnType<typeof useFormatter>, day: string) {
  return format.dateTime(new Date(`${day}T00:00:00Z`), { day: 'numeric', month: 'short', timeZone: 'UTC' })
}
