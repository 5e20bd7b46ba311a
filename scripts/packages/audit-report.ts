import { z } from 'zod'

/** Findings that the site lives with, by the address of their advisory, each with the reason. */
export const accepted: ReadonlyMap<string, string> = new Map<string, string>()

export interface Finding {
  package: string
  title: string
  severity: string
  url: string
}

export type AuditResult =
  | { kind: 'unavailable'; reason: string }
  /** `accepted`: with a reason; `unneeded`: reasons without a finding. */
  | { kind: 'audited'; findings: Finding[]; accepted: Finding[]; unneeded: string[] }

const Advisory = z.object({ name: z.string(), title: z.string(), severity: z.string(), url: z.string() })
/** The name of a package instead of an advisory: that package has it. */
const Report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([Advisory, z.string()])) })),
})

/** Reads what `npm audit --json` has printed. Anything but a report means that the registry gave none. */
export function readAudit(output: string, reasons: ReadonlyMap<string, string> = accepted): AuditResult {
  const json = parseJson(output)
  const report = Report.safeParse(json)
  if (!report.success) return { kind: 'unavailable', reason: reasonOf(json) }
  const advisories = Object.values(report.data.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((via) => typeof via !== 'string')
  const byUrl = new Map(advisories.map(({ name, ...rest }) => [rest.url, { package: name, ...rest }]))
  const [withReason, findings] = [true, false].map((isAccepted) =>
    [...byUrl.values()].filter(({ url }) => reasons.has(url) === isAccepted),
  )
  return {
    kind: 'audited',
    findings: findings ?? [],
    accepted: withReason ?? [],
    unneeded: [...reasons.keys()].filter((url) => !byUrl.has(url)),
  }
}

function parseJson(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch {
    return null
  }
}

/** npm's own sentence, in its first line. */
function reasonOf(json: unknown) {
  const { message, error } = (json ?? {}) as { message?: unknown; error?: { summary?: unknown } }
  const text = [message, error?.summary].find((part) => typeof part === 'string' && part !== '')
  return typeof text === 'string' ? (text.split('\n')[0] ?? '') : 'no answer'
}
