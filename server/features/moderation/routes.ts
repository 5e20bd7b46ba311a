import { blockProfile, listBlocks, unblockProfile } from '#contract/moderation.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { Context } from '#server/platform/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { blockedBy } from './queries.ts'
import * as service from './service.ts'

export function moderationRoutes({ route }: Routes<Viewer>, context: Context) {
  route(blockProfile, async ({ viewer, params }) => {
    await service.blockProfile(context, { viewer, profileId: params.profileId })
    return { isBlocked: true as const }
  })

  route(unblockProfile, async ({ viewer, params }) => {
    await service.unblockProfile(context, { viewer, profileId: params.profileId })
    return { isBlocked: false as const }
  })

  route(listBlocks, async ({ viewer }) => ({ profiles: await blockedBy(context, { userId: viewer.userId }) }))
}
