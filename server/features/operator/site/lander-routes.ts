import * as contract from '#contract/operator/site/lander-calls.ts'
import * as schemas from '#contract/operator/site/lander-schemas.ts'
import { OPERATOR_PAGE } from '#contract/limits.ts'
import { textLanguage } from '#contract/languages.ts'
import type { AppContext } from '#server/context.ts'
import { listLanderContents, readLanderContent } from '#server/features/landers/edit-lander.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { addLanderImage, changeLanderContent } from './site.ts'

/** Texts and images of landing pages. */
export function landerRoutes({ route }: Routes, context: AppContext) {
  const { db, sites } = context

  route(contract.listLanders, schemas.listLanders, async ({ query: { before } }) => {
    const rows = await listLanderContents(db, { before, limit: OPERATOR_PAGE })
    const contents = rows.map(({ updatedAt, ...row }) => ({ ...row, updatedAt: updatedAt.toISOString() }))
    return { contents, next: rows.length === OPERATOR_PAGE ? (rows.at(-1)?.id ?? null) : null }
  })

  route(contract.getLanderContent, schemas.getLanderContent, async ({ host, language, params, query }) => {
    const { siteId = null, niche = null, slug = null, country = null, language: ofContent = null } = query
    const site = siteId === null ? sites.of(host) : sites.byId(siteId)
    const key = { ...params, siteId, niche, slug, country, language: ofContent }
    return readLanderContent(context, { key, site, language: textLanguage(language) })
  })

  route(contract.changeLanderContent, schemas.changeLanderContent, async ({ operator, params, body }) => {
    const { audience, ...change } = body
    return changeLanderContent(context, { by: operator, key: { ...params, ...audience }, ...change })
  })

  route(contract.addLanderImage, schemas.addLanderImage, async ({ operator, upload }) =>
    addLanderImage(context, { by: operator, source: upload }),
  )
}
