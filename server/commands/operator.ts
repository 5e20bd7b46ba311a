/**
 * What an operator does from the server's command line: `npm run operator -- …` (docs/operator.md). It works
 * on the database of the configuration, also while the program runs.
 */
import { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { emailKey } from '#server/features/accounts/rules.ts'
import { verifyChain } from '#server/features/operator/audit/audit-log.ts'
import { findLedgerFaults } from '#server/features/operator/money/ledger-faults.ts'
import { startRecounts } from '#server/features/operator/recount.ts'
import { inviteOperator, renewInvitation } from '#server/features/operator/team/invitations.ts'
import { findByEmail } from '#server/features/operator/team/queries.ts'
import { resetSecondFactor } from '#server/features/operator/team/team.ts'
import { AppError } from '#server/platform/errors.ts'
import { StartError } from '#server/platform/start-error.ts'
import { runCommand } from './run-command.ts'
import { withContext } from './with-context.ts'

const USAGE = `Usage:
  npm run operator -- create-owner EMAIL          prints the link with which the owner chooses a password
  npm run operator -- new-link EMAIL              prints another link for an operator
  npm run operator -- reset-second-factor EMAIL   the next log-in sets up another one
  npm run operator -- check-ledgers               checks balances, entries and payments
  npm run operator -- recount                     has the kept counts compared with their tables
  npm run operator -- verify-audit                checks the chain of hashes of the audit log`

/** Each command prints what it returns. Those in the first group take an address. */
const byEmail: Record<string, (context: AppContext, email: string) => Promise<string>> = {
  async 'create-owner'(context, email) {
    const [name = ''] = email.split('@')
    const { url, expiresAt } = await inviteOperator(context, { by: null, name, email, role: 'owner' })
    return describeLink(url, expiresAt)
  },
  async 'new-link'(context, email) {
    const operatorId = await idOf(context, email)
    const { url, expiresAt } = await renewInvitation(context, { by: null, operatorId })
    return describeLink(url, expiresAt)
  },
  async 'reset-second-factor'(context, email) {
    await resetSecondFactor(context, { by: null, operatorId: await idOf(context, email) })
    return `${email} sets up another second factor at the next log-in.`
  },
}

const others: Record<string, (context: AppContext) => Promise<string>> = {
  async 'check-ledgers'(context) {
    const faults = await findLedgerFaults(context)
    if (faults.length > 0) process.exitCode = 1
    return faults.length > 0 ? faults.join('\n') : 'All balances, entries and payments agree.'
  },
  async recount(context) {
    return `Started: ${(await startRecounts(context)).join(', ')}.`
  },
  async 'verify-audit'(context) {
    const { entries, brokenAt, lastHash } = await verifyChain(context)
    if (brokenAt !== null) process.exitCode = 1
    return brokenAt === null
      ? `${entries} entries are unchanged. Hash of the last one: ${lastHash ?? 'none'}`
      : `Entry ${brokenAt} was changed, or the one before it is missing.`
  },
}

const sentences: Partial<Record<ErrorCode, string>> = {
  'operator.email_taken': 'There is an operator with this address already.',
  'request.not_found': 'There is no operator with this address, or it is disabled.',
}

await runCommand(() => main(process.argv.slice(2)), describeError)

async function main([name = '', email, ...more]: string[]) {
  const run = byEmail[name]
  if (run && email !== undefined && more.length === 0) {
    const address = z.email().max(EMAIL_MAX_LENGTH).parse(email)
    return withContext((context) => run(context, address))
  }
  const other = others[name]
  if (!other || email !== undefined) throw new StartError(USAGE)
  return withContext(other)
}

async function idOf({ db }: AppContext, email: string) {
  const operator = await findByEmail(db, emailKey(email))
  if (!operator) throw new AppError('request.not_found')
  return operator.id
}

function describeLink(url: string, expiresAt: string) {
  return `Open this link to choose a password. It works once, until ${expiresAt}:\n${url}`
}

function describeError(error: unknown) {
  if (error instanceof StartError) return error.message
  if (error instanceof z.ZodError) return `${z.prettifyError(error)}\n${USAGE}`
  if (error instanceof AppError) return sentences[error.code] ?? error.code
  return String(error)
}
