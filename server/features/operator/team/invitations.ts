import { OPERATOR_INVITATION_MS } from '#contract/limits.ts'
import type { OperatorRole } from '#contract/operator/permissions.ts'
import type { AppContext } from '#server/context.ts'
import { hashPassword } from '#server/features/accounts/recovery/passwords.ts'
import { emailKey } from '#server/features/accounts/rules.ts'
import { assertPassword } from '#server/features/accounts/service.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { startCodeStep } from '../access/login.ts'
import { deleteSessionsOf } from '../access/queries.ts'
import { recordAct } from '../audit/record.ts'
import * as queries from './queries.ts'

type Deps = Pick<AppContext, 'config' | 'db' | 'transaction' | 'clock'>

/**
 * Creates an operator without a password. Returns the link with which the operator chooses one (OPER-7).
 * `by`: null for the command line, which makes the first owner.
 * @throws AppError `operator.email_taken` at the field `email`
 */
export async function inviteOperator(
  context: Deps,
  { by, name, email, role }: { by: RequestOperator | null; name: string; email: string; role: OperatorRole },
) {
  return context.transaction(async (tx) => {
    const id = await queries.insertOperator(tx, {
      email,
      emailKey: emailKey(email),
      name,
      role,
      invitedBy: by?.operatorId ?? null,
      createdAt: context.clock.now(),
    })
    if (!id) throw fieldError('email', 'operator.email_taken')
    const invitation = await newInvitation(context, tx, id)
    const act = by ? 'operator_invited' : 'owner_created'
    await recordAct(tx, { operator: by, act, subject: { kind: 'operator', id }, details: { role } })
    return invitation
  })
}

/**
 * Returns another link for an operator: the first one has expired, or the password is lost. Earlier links
 * end.
 * @throws AppError `request.not_found`
 */
export async function renewInvitation(
  context: Deps,
  { by, operatorId }: { by: RequestOperator | null; operatorId: string },
) {
  return context.transaction(async (tx) => {
    const operator = await queries.lockOperatorRow(tx, operatorId)
    if (!operator || operator.disabledAt) throw new AppError('request.not_found')
    const invitation = await newInvitation(context, tx, operatorId)
    await recordAct(tx, { operator: by, act: 'invitation_renewed', subject: { kind: 'operator', id: operatorId } })
    return invitation
  })
}

async function newInvitation({ config, clock }: Pick<Deps, 'config' | 'clock'>, tx: Tx, operatorId: string) {
  const token = newToken()
  const expiresAt = new Date(clock.now().getTime() + OPERATOR_INVITATION_MS)
  await queries.replaceInvitation(tx, { operatorId, tokenHash: hashToken(token), expiresAt })
  return { url: `${config.publicUrl}/operator/invitation/${token}`, expiresAt: expiresAt.toISOString() }
}

/**
 * Sets the password of an operator who has a link, and ends the sessions of the old one. The second factor
 * stays: the link alone is not enough. Returns the token of the second step of the log-in.
 * @throws AppError `operator.invitation_invalid`; `accounts.password_too_common` at the field `password`
 */
export async function acceptInvitation(context: Deps, { token, password }: { token: string; password: string }) {
  const invitation = { tokenHash: hashToken(token), now: context.clock.now() }
  const invited = await queries.findInvited(context.db, invitation)
  if (!invited) throw new AppError('operator.invitation_invalid')
  await assertPassword({ password, personalTexts: [invited.email] })
  const passwordHash = await hashPassword(password)
  return context.transaction(async (tx) => {
    const operatorId = await queries.spendInvitation(tx, invitation)
    const operator = operatorId && (await queries.lockOperatorRow(tx, operatorId))
    if (!operator || operator.disabledAt) throw new AppError('operator.invitation_invalid')
    await queries.saveOperator(tx, { id: operator.id, passwordHash })
    await deleteSessionsOf(tx, operator.id)
    const step = await startCodeStep(context, tx, operator)
    await recordAct(tx, {
      operator: { operatorId: operator.id },
      act: 'invitation_accepted',
      subject: { kind: 'operator', id: operator.id },
    })
    return step
  })
}
