import {
  addReportAttachment,
  blockProfile,
  listBlocks,
  listReports,
  reportProfile,
  unblockProfile,
} from '#contract/moderation/calls.ts'
import { APPEAL_RATE, COMPLAINT_RATE, CONTACT_RATE, DECISION_RATE, REPORT_RATE } from '#contract/limits.ts'
import * as schemas from '#contract/moderation/schemas.ts'
import { userView, type Viewer } from '#server/features/accounts/views.ts'
import { appealDecision, getDecision, listDecisions, markDecisionsSeen } from '#contract/moderation/decision-calls.ts'
import { requestRemoval } from '#contract/moderation/removal-calls.ts'
import * as removalSchemas from '#contract/moderation/removal-schemas.ts'
import * as decisionSchemas from '#contract/moderation/decision-schemas.ts'
import type { AppContext } from '#server/context.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { appealCase } from './cases/appeal-case.ts'
import * as decisions from './cases/decisions.ts'
import { listReports as ownReports } from './own-reports.ts'
import { requestRemoval as request } from './removal/request-removal.ts'
import * as reports from './reports.ts'
import * as service from './service.ts'

export function moderationRoutes({ route }: Routes<Viewer>, context: AppContext) {
  blockRoutes({ route }, context)
  reportRoutes({ route }, context)
  decisionRoutes({ route }, context)

  route(
    requestRemoval,
    removalSchemas.requestRemoval,
    async ({ host, body: form }) => ({
      request: await request(context, { siteId: context.sites.of(host).id, form }),
    }),
    { rateLimit: COMPLAINT_RATE, keepsViewer: true },
  )
}

type Binding = Pick<Routes<Viewer>, 'route'>

function blockRoutes({ route }: Binding, context: AppContext) {
  const cursors = createCursors(context.config, 'blocks')

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

  route(listBlocks, schemas.listBlocks, ({ viewer, query: { after } }) =>
    service.listBlocks({ db: context.db, cursors }, { viewer, after }),
  )
}

function reportRoutes({ route }: Binding, context: AppContext) {
  const cursors = createCursors(context.config, 'reports')

  route(
    reportProfile,
    schemas.reportProfile,
    async ({ viewer, body }) => ({ report: await reports.reportProfile(context, { viewer, form: body }) }),
    { memberRate: REPORT_RATE },
  )

  route(listReports, schemas.listReports, ({ viewer, query: { after } }) =>
    ownReports({ db: context.db, cursors }, { viewer, after }),
  )

  route(
    addReportAttachment,
    schemas.addReportAttachment,
    async ({ viewer, params: { reportId }, upload }) => ({
      count: await reports.addAttachment(context, { viewer, reportId, source: upload }),
    }),
    { memberRate: REPORT_RATE },
  )
}

function decisionRoutes({ route }: Binding, context: AppContext) {
  route(
    getDecision,
    decisionSchemas.getDecision,
    async ({ params: { reference } }) => ({ decision: await decisions.getDecision(context, reference) }),
    { rateLimit: DECISION_RATE },
  )

  route(
    appealDecision,
    decisionSchemas.appealDecision,
    async ({ params: { reference }, body }) => {
      await appealCase(context, { reference, ...body })
      return { decision: await decisions.getDecision(context, reference) }
    },
    { rateLimit: APPEAL_RATE, keepsViewer: true },
  )

  route(markDecisionsSeen, decisionSchemas.markDecisionsSeen, async ({ viewer, host, body: { references } }) => {
    await decisions.markDecisionsSeen(context, { viewer, references })
    const { settings } = context.sites.of(host)
    return { user: await userView(context, { userId: viewer.userId, settings }) }
  })

  route(listDecisions, decisionSchemas.listDecisions, async ({ viewer }) => ({
    decisions: await decisions.listDecisions(context, { viewer }),
  }))
}
