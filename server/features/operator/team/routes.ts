import * as contract from '#contract/operator/team/calls.ts'
import * as schemas from '#contract/operator/team/schemas.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { inviteOperator, renewInvitation } from './invitations.ts'
import * as team from './team.ts'

export function teamRoutes({ route }: Routes, context: AppContext) {
  route(contract.listOperators, schemas.listOperators, async () => ({ operators: await team.listOperators(context) }))

  route(contract.inviteOperator, schemas.inviteOperator, async ({ operator, body }) =>
    inviteOperator(context, { by: operator, ...body }),
  )

  route(contract.renewInvitation, schemas.renewInvitation, async ({ operator, params }) =>
    renewInvitation(context, { by: operator, ...params }),
  )

  route(contract.changeRole, schemas.changeRole, async ({ operator, params, body }) => {
    await team.changeRole(context, { by: operator, ...params, ...body })
    return null
  })

  route(contract.disableOperator, schemas.disableOperator, async ({ operator, params }) => {
    await team.disableOperator(context, { by: operator, ...params })
    return null
  })

  route(contract.enableOperator, schemas.enableOperator, async ({ operator, params }) => {
    await team.enableOperator(context, { by: operator, ...params })
    return null
  })

  route(contract.resetSecondFactor, schemas.resetSecondFactor, async ({ operator, params }) => {
    await team.resetSecondFactor(context, { by: operator, ...params })
    return null
  })
}
