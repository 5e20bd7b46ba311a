import { createHmac } from 'node:crypto'
import type { AppContext } from '#server/context.ts'
import { hashPassword } from '#server/features/accounts/recovery/passwords.ts'
import { totpSetup } from '#server/features/accounts/second-factor/totp.ts'
import { decrypt, encrypt } from '#server/platform/encryption.ts'
import { findLogin } from '../access/queries.ts'
import { sealOf } from '../access/login.ts'
import { recordAct } from '../audit/record.ts'
import { insertOperator, saveOperator } from './queries.ts'

const EMAIL = 'owner@demo.example'
const NAME = 'Demo owner'

type Deps = Pick<AppContext, 'config' | 'db' | 'transaction' | 'clock'>

/**
 * Creates the owner of a demo, once. Password and second factor are derived from the installation's secret,
 * so that every start can print them and the source code does not reveal them.
 */
export async function createDemoOperator(context: Deps) {
  if (await findLogin(context.db, EMAIL)) return
  const passwordHash = await hashPassword(demoPassword(context))
  await context.transaction(async (tx) => {
    const id = await insertOperator(tx, {
      email: EMAIL,
      emailKey: EMAIL,
      name: NAME,
      role: 'owner',
      invitedBy: null,
      createdAt: context.clock.now(),
      passwordHash,
    })
    // Another process was faster.
    if (!id) return
    const totpSecret = encrypt(context.config, sealOf(id, demoSecret(context)))
    await saveOperator(tx, { id, totpSecret })
    await recordAct(tx, { operator: null, act: 'owner_created', subject: { kind: 'operator', id } })
  })
}

/** Returns the log-in of the demo's owner; null when there is none, or its second factor is another one. */
export async function demoOperatorLogin(context: Deps) {
  const operator = await findLogin(context.db, EMAIL)
  if (!operator?.totpSecret) return null
  const secret = decrypt(context.config, { ...sealOf(operator.id), data: operator.totpSecret })
  if (!secret.equals(demoSecret(context))) return null
  const { secret: text, uri } = totpSetup({ secret, issuer: 'Demo console', label: EMAIL })
  return { email: EMAIL, password: demoPassword(context), secret: text, uri }
}

function demoPassword({ config }: Pick<Deps, 'config'>) {
  return createHmac('sha256', config.secret).update('demo operator').digest('base64url').slice(0, 14)
}

function demoSecret({ config }: Pick<Deps, 'config'>) {
  return createHmac('sha256', config.secret).update('second factor of the demo operator').digest().subarray(0, 20)
}
