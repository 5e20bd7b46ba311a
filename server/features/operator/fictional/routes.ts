import * as contract from '#contract/operator/fictional/calls.ts'
import * as schemas from '#contract/operator/fictional/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { readFictional } from '#server/features/profiles/fictional/fictional-profiles.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import * as fictional from './fictional.ts'

/** Fictional profiles, which operators make, change and end (OPER-32). */
export function fictionalRoutes({ route }: Routes, context: AppContext) {
  route(contract.listFictional, schemas.listFictional, async ({ query }) => fictional.listFictional(context, query))

  route(contract.createFictional, schemas.createFictional, async ({ operator, body: { siteId, ...profile } }) => {
    const { profileId } = await fictional.createFictional(context, { by: operator, siteId, profile })
    return { profileId }
  })

  route(contract.getFictional, schemas.getFictional, async ({ params }) => readFictional(context.db, params.profileId))

  route(contract.changeFictional, schemas.changeFictional, async ({ operator, params, body }) => {
    const { expectedVersion, ...profile } = body
    const { version } = await fictional.changeFictional(context, {
      by: operator,
      ...params,
      expectedVersion,
      profile,
    })
    return { version }
  })

  route(contract.endFictional, schemas.endFictional, async ({ operator, params, body }) => {
    await fictional.endFictional(context, { by: operator, ...params, ...body })
    return null
  })

  route(contract.addFictionalPhoto, schemas.addFictionalPhoto, async ({ operator, params, body, upload }) => {
    return fictional.addFictionalPhoto(context, { by: operator, ...params, ...body, source: upload })
  })

  route(contract.chooseFictionalPhoto, schemas.chooseFictionalPhoto, async ({ operator, params }) => {
    await fictional.chooseFictionalPhoto(context, { by: operator, ...params })
    return null
  })

  route(contract.removeFictionalPhoto, schemas.removeFictionalPhoto, async ({ operator, params }) => {
    await fictional.removeFictionalPhoto(context, { by: operator, ...params })
    return null
  })
}
