import * as contract from '#contract/credits/calls.ts'
import { STATEMENT_FILE_RATE } from '#contract/limits.ts'
import { getStatement } from '#contract/credits/calls.ts'
import * as schemas from '#contract/credits/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { stayOffer, acceptStayOffer } from './discounts.ts'
import { listStatement, statementFile } from './statement.ts'

export function creditsRoutes({ route, app, identifyMember }: Routes<Viewer>, context: AppContext) {
  const cursors = createCursors(context.config, 'statement')
  const percentageOf = (host: string) => context.sites.of(host).company.delete_discount

  route(contract.getStayOffer, schemas.getStayOffer, ({ viewer: { userId }, host }) =>
    stayOffer(context, { userId, percentage: percentageOf(host) }),
  )

  route(contract.acceptStayOffer, schemas.acceptStayOffer, ({ viewer: { userId }, host }) =>
    acceptStayOffer(context, { userId, percentage: percentageOf(host) }),
  )

  route(getStatement, schemas.getStatement, ({ viewer: { userId }, query: { after } }) =>
    listStatement({ db: context.db, cursors }, { userId, after }),
  )

  app.get('/credits/statement.csv', { config: { memberRate: STATEMENT_FILE_RATE } }, async (request, reply) => {
    const viewer = await identifyMember(request)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="credits.csv"')
      .header('cache-control', 'private, no-store')
      .send(statementFile(context, viewer.userId))
  })
}
