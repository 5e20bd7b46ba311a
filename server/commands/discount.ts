/**
 * Discount codes for an operator: `npm run discount -- create|list|end …` (docs/operations.md). It works on
 * the database of the configuration, also while the program runs.
 */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import { createOffer, endOffer, NewOffer, offers } from '#server/features/credits/offers.ts'
import { AppError } from '#server/platform/errors.ts'
import { StartError } from '#server/platform/start-error.ts'
import { messageOf, runCommand } from './run-command.ts'
import { withContext } from './with-context.ts'

const USAGE = `Usage:
  npm run discount -- create CODE --percent 20 [--minimum 1000] [--country NL] [--member anna@example.com]
                      [--uses 100] [--from 2027-01-01] [--until 2027-01-31]
  npm run discount -- list
  npm run discount -- end CODE`

const options = {
  percent: { type: 'string' },
  minimum: { type: 'string' },
  country: { type: 'string' },
  member: { type: 'string' },
  uses: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
} as const

const sentences: Partial<Record<ErrorCode, string>> = {
  'credits.code_exists': 'There is a code with this name already.',
  'credits.code_not_found': 'There is no code with this name.',
  'accounts.email_not_found': 'No account has this address.',
}

await runCommand(main, describeError)

async function main() {
  const { positionals, values } = parseArgs({ options, allowPositionals: true })
  const [action, code, ...others] = positionals
  const needsCode = action === 'create' || action === 'end'
  if (others.length > 0 || (needsCode ? code === undefined : action !== 'list' || code !== undefined))
    throw new StartError(USAGE)
  const offer = action === 'create' ? readOffer(code, values) : null
  return withContext(async (context) => {
    if (offer) {
      await createOffer(context, offer)
      return `Created ${offer.code}.`
    }
    if (action === 'end') {
      const ended = (code ?? '').trim().toUpperCase()
      await endOffer(context, { code: ended })
      return `Ended ${ended}.`
    }
    return (await offers(context)).map(describeOffer).join('\n') || 'There are no codes.'
  })
}

function readOffer(
  code: string | undefined,
  values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'],
) {
  return NewOffer.parse({
    code,
    percentage: Number(values.percent),
    minimumMinor: numberOrNull(values.minimum),
    country: values.country ?? null,
    email: values.member ?? null,
    maxUses: numberOrNull(values.uses),
    startsAt: dayOrNull(values.from),
    // The last day counts.
    expiresAt: dayOrNull(values.until, DAY),
  })
}

function numberOrNull(text: string | undefined) {
  return text === undefined ? null : Number(text)
}

/** The beginning of a day in UTC. */
function dayOrNull(text: string | undefined, addedMs = 0) {
  return text === undefined ? null : new Date(z.iso.date().transform(Date.parse).parse(text) + addedMs)
}

function describeOffer({ code, percentage, minimumMinor, country, email, maxUses, ...offer }: ListedOffer) {
  const { startsAt, expiresAt, used, held } = offer
  return [
    `${code}: ${percentage}%`,
    minimumMinor !== null && `orders of ${minimumMinor} minor units or more`,
    country,
    email && `for ${email}`,
    startsAt && `from ${startsAt.toISOString()}`,
    expiresAt && `until ${expiresAt.toISOString()}`,
    `used ${used}${maxUses === null ? '' : ` of ${maxUses}`}, held ${held}`,
  ]
    .filter(Boolean)
    .join(', ')
}

type ListedOffer = Awaited<ReturnType<typeof offers>>[number]

function describeError(error: unknown) {
  if (error instanceof StartError) return error.message
  if (error instanceof z.ZodError) return `${z.prettifyError(error)}\n${USAGE}`
  if (error instanceof AppError) return sentences[error.code] ?? error.code
  // Wrong options.
  return `${messageOf(error)}\n${USAGE}`
}
