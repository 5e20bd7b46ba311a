import type { HistoryVersion } from '#contract/operator/site/schemas.ts'

/** Longest text of a value that a list of changes shows. */
const SHOWN_LENGTH = 2000

interface Change {
  name: string
  before: string
  after: string
}

/** Returns what a version changed, by name; of sites the settings one by one. */
export function changesOf({ before, after }: Pick<HistoryVersion, 'before' | 'after'>): Change[] {
  const [was, is] = [flat(before), flat(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const change = { name, before: textOf(was[name]), after: textOf(is[name]) }
    return change.before === change.after ? [] : [change]
  })
}

function flat(content: HistoryVersion['before']): Record<string, unknown> {
  const { settings, ...others } = content ?? {}
  return { ...others, ...(settings as Record<string, unknown> | undefined) }
}

function textOf(value: unknown) {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
}
