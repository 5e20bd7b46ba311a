import * as contract from '#contract/operator/money/calls.ts'
import * as schemas from '#contract/operator/money/schemas.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import * as books from './books.ts'
import * as acts from './money-acts.ts'
import * as orders from './orders.ts'

export function moneyRoutes({ route }: Routes, context: AppContext) {
  route(contract.listOrders, schemas.listOrders, async ({ operator, query, read }) =>
    orders.listOrders({ ...context, read }, { by: operator, ...query }),
  )

  route(contract.exportOrders, schemas.exportOrders, async ({ operator, query }) =>
    orders.exportOrders(context, { by: operator, ...query }),
  )

  route(contract.getOrderFile, schemas.getOrderFile, async ({ operator, params }) =>
    orders.openOrder(context, { by: operator, ...params }),
  )

  route(contract.refundOrder, schemas.refundOrder, async ({ operator, params, body }) => {
    await acts.refundOrder(context, { by: operator, ...params, ...body })
    return null
  })

  route(contract.listIncidents, schemas.listIncidents, async ({ query: { state, before } }) =>
    acts.listIncidents(context, { state, before }),
  )

  route(contract.closeIncident, schemas.closeIncident, async ({ operator, params, body }) => {
    await acts.closeIncident(context, { by: operator, ...params, ...body })
    return null
  })

  route(contract.listDays, schemas.listDays, async ({ query, read }) =>
    read((db) => books.listDays({ ...context, db }, query)),
  )

  route(contract.listVat, schemas.listVat, async ({ query, read }) =>
    read((db) => books.listVat({ ...context, db }, query)),
  )

  route(contract.exportVat, schemas.exportVat, async ({ operator, query }) =>
    books.exportVat(context, { by: operator, ...query }),
  )
}
