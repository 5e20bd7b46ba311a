const parts = ['who', 'day', 'time', 'place'] as const
export type DatePart = (typeof parts)[number]
export type DatePlan = Record<DatePart, string>

/** Reads the fields of the form, and which of them are empty. */
export function readPlan(form: FormData) {
  const textOf = (part: DatePart) => {
    const value = form.get(part)
    return typeof value === 'string' ? value.trim() : ''
  }
  const plan: DatePlan = { who: textOf('who'), day: textOf('day'), time: textOf('time'), place: textOf('place') }
  return { plan, missing: parts.filter((part) => plan[part] === '') }
}

/** The instant that in UTC has the day and time of a plan: shown in UTC, they are as they were entered. */
export function instantOf({ day, time }: Pick<DatePlan, 'day' | 'time'>) {
  return new Date(`${day}T${time}Z`)
}

export type Handed = 'shared' | 'copied' | 'by-hand' | 'cancelled'

type Device = { share?: (data: { text: string }) => Promise<void>; clipboard?: Pick<Clipboard, 'writeText'> }

/**
 * Gives a text to the share menu of the device, or copies it where there is none. `by-hand`: neither is
 * possible, for example without HTTPS.
 */
export async function handOver(text: string, { share, clipboard }: Device): Promise<Handed> {
  if (share) {
    try {
      await share({ text })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    }
  }
  try {
    if (!clipboard) return 'by-hand'
    await clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'by-hand'
  }
}
