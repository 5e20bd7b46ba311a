import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import * as contract from '#contract/exports/calls.ts'
import * as schemas from '#contract/exports/schemas.ts'
import { EXPORT_RATE } from '#contract/limits.ts'
import { dayOf } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { exportFile } from './export-file.ts'
import { findReady } from './queries.ts'
import { latestExport, requestExport } from './service.ts'

export function exportsRoutes({ route, app, identifyMember }: Routes<Viewer>, context: AppContext) {
  route(contract.getExport, schemas.getExport, ({ viewer }) => latestExport(context, { viewer }))

  route(contract.requestExport, schemas.requestExport, ({ viewer }) => requestExport(context, { viewer }), {
    memberRate: EXPORT_RATE,
  })

  app.get('/exports/:exportId.zip', { config: { memberRate: EXPORT_RATE } }, async (request, reply) =>
    sendExport(context, { viewer: await identifyMember(request), request, reply }),
  )
}

const ExportPath = z.object({ exportId: schemas.ExportId })

/** Sends the file to its owner. For everybody else it does not exist. */
async function sendExport(
  { db, clock, storage }: Pick<AppContext, 'db' | 'clock' | 'storage'>,
  { viewer, request, reply }: { viewer: Viewer; request: FastifyRequest; reply: FastifyReply },
) {
  const path = ExportPath.safeParse(request.params)
  const row = path.success && (await findReady(db, { publicId: path.data.exportId, now: clock.now() }))
  const file =
    path.success && row && row.userId === viewer.userId && (await storage.open(exportFile(path.data.exportId)))
  if (!row || !file) throw new AppError('exports.not_found')
  const day = dayOf(row.requestedAt)
  return reply
    .type('application/zip')
    .header('content-length', file.size)
    .header('content-disposition', `attachment; filename="my-data-${day}.zip"`)
    .header('cache-control', 'private, no-store')
    .send(file.stream)
}
