/**
 * Encrypts what is stored for long with the current `APP_SECRET`, so that `APP_SECRET_PREVIOUS` is needed no
 * more: `npm run reencrypt` (docs/operations.md). It can be repeated, and runs while the program does.
 */
import { renewSecondFactors } from '#server/features/accounts/second-factor/renew-encryption.ts'
import { renewMandates } from '#server/features/debits/renew-encryption.ts'
import { renewOperators } from '#server/features/operator/team/renew-encryption.ts'
import { runCommand } from './run-command.ts'
import { withContext } from './with-context.ts'

await runCommand(() => withContext(reencrypt))

async function reencrypt(context: Parameters<Parameters<typeof withContext>[0]>[0]) {
  const members = await renewSecondFactors(context)
  const mandates = await renewMandates(context)
  const operators = await renewOperators(context)
  return `Encrypted ${members} second factors of members, ${operators} of operators, and ${mandates} mandates.`
}
