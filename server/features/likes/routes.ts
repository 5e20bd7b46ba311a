import * as contract from '#contract/likes/calls.ts'
import * as schemas from '#contract/likes/schemas.ts'
import { CONTACT_RATE, LIKE_QUOTAS } from '#contract/limits.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import * as service from './service.ts'

export function likesRoutes({ route }: Routes<Viewer>, context: AppContext) {
  const { db, clock, config, sites } = context
  const cursors = createCursors(config, 'likes')

  route(contract.getLikes, schemas.getLikes, ({ viewer }) => service.likesOverview(context, { viewer }))

  route(contract.listLikes, schemas.listLikes, ({ viewer, host, params: { type }, query: { after, conversation } }) => {
    const showsInterests = sites.of(host).settings.visible_profile_fields.includes('interests')
    const isWithoutConversation = conversation === 'none'
    return service.listLikes({ db, clock, cursors }, { viewer, type, after, isWithoutConversation, showsInterests })
  })

  route(
    contract.likeProfile,
    schemas.likeProfile,
    ({ viewer, params: { profileId } }) => service.likeProfile(context, { viewer, profileId }),
    { memberRate: CONTACT_RATE, quotas: LIKE_QUOTAS },
  )

  route(
    contract.unlikeProfile,
    schemas.unlikeProfile,
    ({ viewer, params: { profileId } }) => service.unlikeProfile(context, { viewer, profileId }),
    { memberRate: CONTACT_RATE },
  )

  route(contract.markLikesSeen, schemas.markLikesSeen, async ({ viewer, body: { profiles } }) => ({
    num_new: await service.markLikesSeen(context, { viewer, profileIds: profiles }),
  }))

  route(contract.autoLike, schemas.autoLike, ({ viewer, host }) =>
    service.autoLike(context, { viewer, hasFictional: context.sites.of(host).settings.fictional_icon !== '' }),
  )
}
