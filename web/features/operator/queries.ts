import { getOperator } from '#contract/operator/access/calls.ts'
import { listOperatorPasskeys } from '#contract/operator/access/passkey-calls.ts'
import type { Permission } from '#contract/operator/permissions.ts'
import { mayUse } from '#contract/operator/permissions.ts'
import { apiQuery } from '#web/api/queries.ts'
import { useLoaded } from '#web/api/use-cached.ts'

const query = apiQuery(getOperator, {})

/** Query of the operator who is logged in to the console, or null. */
export const operatorQuery = () => query

/** Returns the operator of the console. Only below its layout, which sends others to the log-in. */
export function useOperator() {
  const { operator } = useLoaded(operatorQuery())
  if (!operator) throw new Error('the page needs the layout of the console above it')
  return operator
}

/** Returns whether the operator may make the calls of a permission. The server decides it again. */
export function useMay() {
  const { role } = useOperator()
  return (permission: Permission) => mayUse(role, permission)
}

const passkeys = apiQuery(listOperatorPasskeys, {})

/** Query of the passkeys of the operator. */
export const passkeysQuery = () => passkeys
