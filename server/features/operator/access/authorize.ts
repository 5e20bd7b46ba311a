import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { OPERATOR_CONFIRMATION_MS } from '#contract/limits.ts'
import { mayUse, needsConfirmation, type OperatorRole, type Permission } from '#contract/operator/permissions.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AuthorizeOperator, RequestOperator } from '#server/platform/http/callers.ts'
import { tokenHashOf } from './operator-cookies.ts'
import { findSessionOperator } from './queries.ts'

declare module '#server/platform/http/callers.ts' {
  interface RequestOperator {
    name: string
    email: string
    role: OperatorRole
    /** Of the session. */
    tokenHash: Buffer
    confirmedAt: Date
  }
}

type Deps = Pick<AppContext, 'config' | 'db' | 'clock'>

/**
 * Creates the check of every call of the console: network, session, role, and a recent confirmation of the
 * password where the permission asks for one. A role that was changed counts from the next request on.
 */
export function createAuthorizeOperator(context: Deps): AuthorizeOperator {
  const operators = new WeakMap<FastifyRequest, Promise<RequestOperator | null>>()
  return async (request, { permission }) => {
    const search = operators.get(request) ?? findOperator(context, request)
    operators.set(request, search)
    const operator = await search
    if (!operator) throw new AppError('operator.login_required')
    if (!permission) throw new AppError('operator.not_allowed')
    assertPermission(context, operator, permission)
    return operator
  }
}

/**
 * Checks that an operator may use a permission now: that of a call, or one that only some of its inputs need.
 * @throws AppError `operator.not_allowed`, `operator.confirmation_required`
 */
export function assertPermission(
  { clock }: Pick<Deps, 'clock'>,
  { role, confirmedAt }: RequestOperator,
  permission: Permission,
) {
  if (!mayUse(role, permission)) throw new AppError('operator.not_allowed')
  const confirmedUntil = confirmedAt.getTime() + OPERATOR_CONFIRMATION_MS
  if (needsConfirmation(permission) && confirmedUntil <= clock.now().getTime())
    throw new AppError('operator.confirmation_required')
}

/**
 * Finds the operator of a request; null without a session.
 * @throws AppError `operator.network_not_allowed`
 */
export async function findOperator(context: Deps, request: FastifyRequest) {
  assertNetwork(context.config, request.ip)
  const tokenHash = tokenHashOf(context.config, request, 'session')
  return tokenHash && operatorOfSession(context, tokenHash)
}

export async function operatorOfSession({ db, clock }: Pick<Deps, 'db' | 'clock'>, tokenHash: Buffer) {
  const row = await findSessionOperator(db, { tokenHash, now: clock.now() })
  if (!row) return null
  // Written by this slice only.
  const role = row.role as OperatorRole
  return { ...row, role, tokenHash }
}

/**
 * Checks that an address is in one of the networks of `OPERATOR_NETWORKS`, if there are any.
 * @throws AppError `operator.network_not_allowed`
 */
export function assertNetwork({ operatorNetworks }: Pick<AppContext['config'], 'operatorNetworks'>, ip: string) {
  if (operatorNetworks.length === 0) return
  if (!networksOf(operatorNetworks).check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4'))
    throw new AppError('operator.network_not_allowed')
}

const lists = new WeakMap<readonly string[], BlockList>()

function networksOf(networks: readonly string[]) {
  const cached = lists.get(networks)
  if (cached) return cached
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  lists.set(networks, list)
  return list
}
