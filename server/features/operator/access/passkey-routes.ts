import { LOGIN_RATE } from '#contract/limits.ts'
import * as contract from '#contract/operator/access/passkey-calls.ts'
import * as schemas from '#contract/operator/access/passkey-schemas.ts'
import type { AppContext } from '#server/context.ts'
import { deviceOf } from '#server/features/accounts/login/user-agent.ts'
import { passkeyPlaceOf } from '#server/features/accounts/second-factor/passkey-ceremony.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { assertNetwork } from './authorize.ts'
import { operatorPasskeys } from './operator-passkeys.ts'
import * as passkeys from './passkeys.ts'
import { openSession } from './routes.ts'

export function passkeyRoutes({ route }: Routes, context: AppContext) {
  const { config } = context
  const rateLimit = LOGIN_RATE

  route(contract.listOperatorPasskeys, schemas.listOperatorPasskeys, async ({ operator }) => ({
    passkeys: await operatorPasskeys.list(context.db, operator.operatorId),
  }))

  route(contract.startOperatorPasskey, schemas.startOperatorPasskey, async ({ operator, request }) => ({
    options: await passkeys.startPasskey(context, { operator, place: passkeyPlaceOf(config, request) }),
  }))

  route(contract.addOperatorPasskey, schemas.addOperatorPasskey, async ({ operator, body, request }) => ({
    passkey: await passkeys.addPasskey(context, { operator, ...body, place: passkeyPlaceOf(config, request) }),
  }))

  route(contract.removeOperatorPasskey, schemas.removeOperatorPasskey, async ({ operator, params: { passkeyId } }) => {
    await passkeys.removePasskey(context, { operator, id: passkeyId })
    return null
  })

  route(
    contract.startPasskeyLogin,
    schemas.startPasskeyLogin,
    async ({ ip, request }) => {
      assertNetwork(config, ip)
      return { options: await operatorPasskeys.startLogin(context, passkeyPlaceOf(config, request)) }
    },
    { rateLimit },
  )

  route(
    contract.logInWithPasskey,
    schemas.logInWithPasskey,
    async ({ body: { credential }, ip, request, reply }) => {
      assertNetwork(config, ip)
      const device = deviceOf(request.headers['user-agent'])
      const place = passkeyPlaceOf(config, request)
      const token = await passkeys.logInWithPasskey(context, { credential, place, ip, device })
      return openSession(context, { request, reply, token })
    },
    { rateLimit },
  )
}
