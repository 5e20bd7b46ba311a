import * as contract from '#contract/likes.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Context } from '#server/platform/context.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import * as service from './service.ts'

export function likesRoutes({ route }: Routes<Viewer>, context: Context) {
  const { db, clock, config } = context
  const cursors = createCursors({ secret: config.secret, purpose: 'likes' })

  route(contract.getLikes, ({ viewer }) => service.likesOverview(context, { viewer }))

  route(contract.listLikes, ({ viewer, params: { type }, query: { after } }) =>
    service.listLikes({ db, clock, cursors }, { viewer, type, after }),
  )

  route(contract.likeProfile, ({ viewer, params: { profileId } }) =>
    service.likeProfile(context, { viewer, profileId }),
  )

  route(contract.unlikeProfile, ({ viewer, params: { profileId } }) =>
    service.unlikeProfile(context, { viewer, profileId }),
  )

  route(contract.markLikeSeen, async ({ viewer, params: { profileId } }) => ({
    num_new: await service.markLikeSeen(context, { viewer, profileId }),
  }))
}
