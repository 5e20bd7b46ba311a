interface DateForm {
  /** `2026-12-24`, as its field has it. */
  day: string
  time: string
  place: string
}

/** Returns the day of an instant where the viewer is, as a field for days has it. */
export function localDay(now: Date) {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Returns what is wrong with a part of a date, as the key of its text, or null. The server decides again. */
export function dateError(part: keyof DateForm, { form, today }: { form: DateForm; today: string }) {
  const text = form[part].trim()
  if (text === '') return 'required' as const
  return part === 'day' && text < today ? ('past' as const) : null
}
