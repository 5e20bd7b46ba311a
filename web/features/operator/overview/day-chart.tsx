import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

export interface Series {
  key: string
  name: string
}

interface DayChartProps {
  days: readonly ({ label: string } & Record<string, string | number | null>)[]
  series: readonly Series[]
  formatValue: (value: number) => string
}

/** The library writes names in the colours of their bars, which not everyone can read. */
function legendText(name: string) {
  return <span className="text-text">{name}</span>
}

const colours = ['var(--color-accent)', 'var(--color-secondary)']

/** Bars by day. The table beside it has the same numbers, so that screen readers leave it out. */
export function DayChart({ days, series, formatValue }: DayChartProps) {
  return (
    <ResponsiveContainer width="100%" height={180}>
      <BarChart data={[...days]} accessibilityLayer={false} margin={{ top: 8, right: 4, bottom: 0, left: 4 }}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="label"
          tick={{ fill: 'var(--color-text-muted)', fontSize: 12 }}
          tickLine={false}
          minTickGap={24}
        />
        <YAxis
          tick={{ fill: 'var(--color-text-muted)', fontSize: 12 }}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          width={56}
          tickFormatter={(value: number) => formatValue(value)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-accent-soft)' }}
          contentStyle={{
            background: 'var(--color-surface-raised)',
            borderColor: 'var(--color-line)',
            color: 'var(--color-text)',
          }}
          formatter={(value) => formatValue(Number(value))}
        />
        {series.length > 1 && <Legend wrapperStyle={{ fontSize: 12 }} formatter={legendText} />}
        {series.map(({ key, name }, index) => (
          <Bar
            key={key}
            dataKey={key}
            name={name}
            fill={colours[index % colours.length] ?? ''}
            isAnimationActive={false}
            maxBarSize={24}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
