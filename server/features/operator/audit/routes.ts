import * as contract from '#contract/operator/audit/calls.ts'
import * as schemas from '#contract/operator/audit/schemas.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { exportEntries, listEntries, verifyChain } from './audit-log.ts'
import { recordAct } from './record.ts'

export function auditRoutes({ route }: Routes, context: AppContext) {
  const { db } = context

  route(contract.listAudit, schemas.listAudit, async ({ query, read }) =>
    read((database) => listEntries({ ...context, db: database }, query)),
  )

  route(contract.verifyAudit, schemas.verifyAudit, async () => verifyChain(context))

  route(contract.exportAudit, schemas.exportAudit, async ({ operator, query }) => {
    await recordAct(db, { operator, act: 'audit_exported', details: { format: query.format } })
    return exportEntries(context, query)
  })
}
