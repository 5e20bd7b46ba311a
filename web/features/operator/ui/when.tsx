import { useFormatter } from '#web/i18n/intl.tsx'

/** A time in a list or a fact; nothing for null. */
export function When({ at }: { at: string | null }) {
  const format = useFormatter()
  if (at === null) return null
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  )
}
