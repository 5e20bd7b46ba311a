import {
  addReportAttachment,
  blockProfile,
  listBlocks,
  reportProfile,
  unblockProfile,
} from '#contract/moderation/calls.ts'
import { CONTACT_RATE, REPORT_RATE } from '#contract/limits.ts'
import * as schemas from '#contract/moderation/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Context } from '#server/platform/context.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import * as reports from './reports.ts'
import * as service from './service.ts'

export function moderationRoutes({ route }: Routes<Viewer>, context: Context) {
  const cursors = createCursors({ secret: context.config.secret, purpose: 'blocks' })

  route(
    blockProfile,
    schemas.blockProfile,
    async ({ viewer, params }) => {
      await service.blockProfile(context, { viewer, profileId: params.profileId })
      return { isBlocked: true as const }
    },
    { memberRate: CONTACT_RATE },
  )

  route(
    unblockProfile,
    schemas.unblockProfile,
    async ({ viewer, params }) => {
      await service.unblockProfile(context, { viewer, profileId: params.profileId })
      return { isBlocked: false as const }
    },
    { memberRate: CONTACT_RATE },
  )

  route(
    reportProfile,
    schemas.reportProfile,
    async ({ viewer, body }) => ({ report: await reports.reportProfile(context, { viewer, form: body }) }),
    { memberRate: REPORT_RATE },
  )

  route(
    addReportAttachment,
    schemas.addReportAttachment,
    async ({ viewer, params: { reportId }, upload }) => ({
      count: await reports.addAttachment(context, { viewer, reportId, source: upload }),
    }),
    { memberRate: REPORT_RATE },
  )

  route(listBlocks, schemas.listBlocks, ({ viewer, query: { after } }) =>
    service.listBlocks({ db: context.db, cursors }, { viewer, after }),
  )
}
