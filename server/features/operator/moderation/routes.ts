import * as contract from '#contract/operator/moderation/calls.ts'
import * as numberContract from '#contract/operator/moderation/number-calls.ts'
import * as numberSchemas from '#contract/operator/moderation/number-schemas.ts'
import * as schemas from '#contract/operator/moderation/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { openCaseImage } from '#server/features/moderation/cases/case-image.ts'
import { addNote } from '#server/features/moderation/cases/case-note.ts'
import { claimCase, claimNext, skipCase } from '#server/features/moderation/cases/claim-case.ts'
import { findImage, nameImage } from '#server/features/moderation/removal/name-image.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import { FileReply } from '#server/platform/http/file-reply.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import type { AuditAct } from '#contract/operator/acts.ts'
import { recordAct } from '../audit/record.ts'
import { withAct } from '../audit/with-act.ts'
import { decide, decideSeveral } from './decisions.ts'
import { getCaseNumbers, transparencyFile } from './numbers.ts'
import { openCaseAbout } from './open-case.ts'
import * as queue from './queue.ts'
import { statementFile } from './statement-file.ts'

export function moderationRoutes({ route }: Routes, context: AppContext) {
  const { db, config } = context
  const cursors = createCursors(config, 'cases')

  route(contract.getWaiting, schemas.getWaiting, async () => queue.waiting(context))

  route(contract.listCases, schemas.listCases, async ({ operator, query }) =>
    queue.listCases({ ...context, cursors }, { operator, ...query }),
  )

  route(contract.getCase, schemas.getCase, async ({ operator, params, query }) => {
    const reply = await queue.getCase(context, { operator, ...params, ...query })
    await recordAct(db, onCase(operator, 'case_seen', params.reference))
    return reply
  })

  // Whose reference and number only `getCase` names, which is recorded.
  route(contract.getCaseImage, schemas.getCaseImage, async ({ params: { reference, imageId } }) => {
    const { content, type } = await openCaseImage(context, { reference, imageId: Number(imageId) })
    return new FileReply({ name: `${reference}-${imageId}.${type.split('/').at(-1)}`, type, content })
  })

  route(contract.exportStatements, schemas.exportStatements, async ({ operator, query }) => {
    await recordAct(db, { operator, act: 'statements_exported', details: query })
    return statementFile(context, query)
  })

  route(numberContract.getCaseNumbers, numberSchemas.getCaseNumbers, async ({ query }) =>
    getCaseNumbers(context, query),
  )

  route(numberContract.exportTransparency, numberSchemas.exportTransparency, async ({ operator, query }) => {
    const file = transparencyFile(context, query)
    await recordAct(db, { operator, act: 'transparency_exported', details: query })
    return file
  })

  actRoutes({ route }, context)
}

function actRoutes({ route }: Pick<Routes, 'route'>, context: AppContext) {
  route(contract.openCase, schemas.openCase, async ({ operator, params, body }) =>
    openCaseAbout(context, { operator, ...params, ...body }),
  )

  route(contract.claimNextCase, schemas.claimNextCase, async ({ operator, body: { kind } }) => {
    const claimed = await withAct(
      context,
      (inside) => claimNext(inside, { actorId: operator.operatorId, kind }),
      (next) => next && onCase(operator, 'case_claimed', next.reference),
    )
    return { reference: claimed?.reference ?? null }
  })

  route(contract.claimCase, schemas.claimCase, async ({ operator, params: { reference } }) => {
    const { claimedUntil } = await withAct(
      context,
      (inside) => claimCase(inside, { actorId: operator.operatorId, reference }),
      onCase(operator, 'case_claimed', reference),
    )
    return { claimedUntil: claimedUntil.toISOString() }
  })

  route(contract.skipCase, schemas.skipCase, async ({ operator, params: { reference } }) => {
    const act = onCase(operator, 'case_skipped', reference)
    await withAct(context, (inside) => skipCase(inside, { actorId: operator.operatorId, reference }), act)
    return null
  })

  route(contract.decideCase, schemas.decideCase, async ({ operator, params, body }) =>
    decide(context, { operator, ...params, ...body }),
  )

  route(contract.decideCases, schemas.decideCases, async ({ operator, body }) =>
    decideSeveral(context, { operator, ...body }),
  )

  route(contract.nameCaseImage, schemas.nameCaseImage, async ({ operator, params: { reference }, body: { place } }) => {
    const act = onCase(operator, 'case_image_named', reference)
    const image = await findImage(context, { reference, place })
    await withAct(context, (inside) => nameImage(inside, { actorId: operator.operatorId, reference, image }), act)
    return null
  })

  route(contract.addCaseNote, schemas.addCaseNote, async ({ operator, params: { reference }, body: { text } }) => {
    const act = onCase(operator, 'case_noted', reference)
    await withAct(context, (inside) => addNote(inside, { actorId: operator.operatorId, reference, text }), act)
    return null
  })
}

function onCase(operator: RequestOperator, act: AuditAct, reference: string) {
  return { operator, act, subject: { kind: 'case' as const, id: reference } }
}
