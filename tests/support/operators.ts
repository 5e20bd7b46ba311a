import { randomUUID } from 'node:crypto'
import { TOTP, Secret } from 'otpauth'
import type { OperatorRole } from '#contract/operator/permissions.ts'
import { startSession, sealOf } from '#server/features/operator/access/login.ts'
import { operatorCookieName } from '#server/features/operator/access/operator-cookies.ts'
import { insertOperator } from '#server/features/operator/team/queries.ts'
import type { AppContext } from '#server/context.ts'
import { encrypt } from '#server/platform/encryption.ts'

export interface BuiltOperator {
  operatorId: string
  name: string
  email: string
  password: string
  role: OperatorRole
  /** Header that sends the operator's session, whose password was confirmed just now. */
  cookie: string
  /** The authenticator app: the code at a time. */
  code: (at: Date) => string
}

const password = 'a fine long password'
/** Argon2id hash of that password with the cheapest parameters. */
const passwordHash = '$argon2id$v=19$m=64,t=1,p=1$oME4KF67/g0IvCZuFt5CPg$lCAS0img/YxM96twOhue5Tdt8qSOd4cFbmuaFbZflp0'

let built = 0

/** Builds an operator with a password, a second factor and a session. */
export async function buildOperator(
  context: Pick<AppContext, 'config' | 'transaction' | 'clock'>,
  { role = 'owner' }: { role?: OperatorRole } = {},
): Promise<BuiltOperator> {
  built += 1
  const [name, email] = [`Operator ${built}`, `${randomUUID()}@example.com`]
  const secret = new Secret({ size: 20 })
  return context.transaction(async (tx) => {
    const row = { email, emailKey: email, name, role, invitedBy: null, createdAt: context.clock.now(), passwordHash }
    const operatorId = (await insertOperator(tx, row)) ?? ''
    const totpSecret = encrypt(context.config, sealOf(operatorId, Buffer.from(secret.bytes)))
    await tx.updateTable('operators').set({ totpSecret }).where('id', '=', operatorId).execute()
    const device = { browser: null, system: null }
    const token = await startSession(context, tx, { operatorId, device, isConfirmed: true })
    const cookie = `${operatorCookieName(context.config, 'session')}=${token}`
    const code = (at: Date) => new TOTP({ secret }).generate({ timestamp: at.getTime() })
    return { operatorId, name, email, password, role, cookie, code }
  })
}

/** Returns what an operator did, each with what it is about, in order. */
export async function actsOf({ db }: Pick<AppContext, 'db'>, { operatorId }: BuiltOperator) {
  const acts = await db
    .selectFrom('auditLog')
    .select(['act', 'subjectId'])
    .where('operatorId', '=', operatorId)
    .orderBy('id')
    .execute()
  return acts.map(({ act, subjectId }) => `${act} ${subjectId}`)
}
