import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/operator/access/calls.ts'
import * as schemas from '#contract/operator/access/schemas.ts'
import { LOGIN_RATE, OPERATOR_INVITATION_RATE } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { deviceOf } from '#server/features/accounts/login/user-agent.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { hashToken } from '#server/platform/ids.ts'
import { acceptInvitation } from '../team/invitations.ts'
import { assertNetwork, findOperator, operatorOfSession } from './authorize.ts'
import { confirmPassword, finishLogin, logOut, startLogin } from './login.ts'
import { clearOperatorCookie, setOperatorCookie, tokenHashOf } from './operator-cookies.ts'
import { deleteSession } from './queries.ts'

export function accessRoutes({ route }: Routes, context: AppContext) {
  const { config } = context
  const rateLimit = LOGIN_RATE

  route(contract.getOperator, schemas.getOperator, async ({ request }) => {
    const operator = await findOperator(context, request)
    return { operator: operator && operatorView(operator) }
  })

  route(
    contract.logInOperator,
    schemas.logInOperator,
    async ({ body, ip, reply }) => {
      assertNetwork(config, ip)
      const { token, setup } = await startLogin(context, { ...body, ip })
      setOperatorCookie(config, reply, 'step', token)
      return { setup }
    },
    { rateLimit },
  )

  route(
    contract.finishLogin,
    schemas.finishLogin,
    async ({ body: { code }, ip, request, reply }) => {
      assertNetwork(config, ip)
      const stepHash = tokenHashOf(config, request, 'step')
      const device = deviceOf(request.headers['user-agent'])
      const token = await finishLogin(context, { stepHash, code, ip, device })
      return openSession(context, { request, reply, token })
    },
    { rateLimit },
  )

  route(
    contract.acceptInvitation,
    schemas.acceptInvitation,
    async ({ params: { token: invitation }, body: { password }, ip, reply }) => {
      assertNetwork(config, ip)
      const { token, setup } = await acceptInvitation(context, { token: invitation, password })
      setOperatorCookie(config, reply, 'step', token)
      return { setup }
    },
    { rateLimit: OPERATOR_INVITATION_RATE },
  )

  route(contract.logOutOperator, schemas.logOutOperator, async ({ operator, reply }) => {
    await logOut(context, operator)
    clearOperatorCookie(config, reply, 'session')
    return null
  })

  route(
    contract.confirmPassword,
    schemas.confirmPassword,
    async ({ operator, body: { password }, ip }) => {
      const until = await confirmPassword(context, { operator, password, ip })
      return { until: until.toISOString() }
    },
    { rateLimit },
  )
}

interface NewSession {
  request: FastifyRequest
  reply: FastifyReply
  token: string
}

/** Gives the browser its session. One that it had before ends. */
export async function openSession(context: AppContext, { request, reply, token }: NewSession) {
  const { config, db } = context
  const earlier = tokenHashOf(config, request, 'session')
  if (earlier) await deleteSession(db, earlier)
  clearOperatorCookie(config, reply, 'step')
  setOperatorCookie(config, reply, 'session', token)
  const operator = await operatorOfSession(context, hashToken(token))
  if (!operator) throw new AppError('accounts.login_expired')
  return { operator: operatorView(operator) }
}

function operatorView({
  operatorId,
  name,
  email,
  role,
}: Pick<RequestOperator, 'operatorId' | 'name' | 'email' | 'role'>) {
  return { id: operatorId, name, email, role }
}
