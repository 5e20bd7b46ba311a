import type { z } from 'zod'
import { errorStatus, type ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Parses a part of a request. Returns undefined for a part that the endpoint does not describe.
 * @throws AppError with the code of the first invalid field, and the codes of all in `fields`
 */
export function parseInput(schema: z.ZodType | undefined, value: unknown) {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(result.error.issues)
}

/** Converts schema issues to an AppError. Messages of the contract are codes; else `request.invalid`. */
function invalid(issues: z.core.$ZodIssue[]) {
  const fields: NonNullable<AppError['fields']> = {}
  for (const issue of issues) {
    const key = String(issue.path[0] ?? '')
    if (key && !fields[key]) fields[key] = { code: isErrorCode(issue.message) ? issue.message : 'request.invalid' }
  }
  const [first] = Object.values(fields)
  return new AppError(first?.code ?? 'request.invalid', { fields })
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorStatus, text)
}
