import * as contract from '#contract/operator/overview/calls.ts'
import * as schemas from '#contract/operator/overview/schemas.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { getHealth } from './health.ts'
import { getNumbers } from './numbers.ts'
import { getCohorts, getSources } from './sources.ts'

export function overviewRoutes({ route }: Routes, context: AppContext) {
  route(contract.getHealth, schemas.getHealth, async () => getHealth(context))

  route(contract.getSources, schemas.getSources, async ({ query, read }) =>
    read((db) => getSources({ ...context, db }, query)),
  )

  route(contract.getCohorts, schemas.getCohorts, async ({ query, read }) =>
    read((db) => getCohorts({ ...context, db }, query)),
  )

  route(contract.getNumbers, schemas.getNumbers, async ({ query, read }) =>
    read((db) => getNumbers({ ...context, db }, query)),
  )
}
