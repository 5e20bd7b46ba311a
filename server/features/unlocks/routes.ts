import * as contract from '#contract/unlocks/calls.ts'
import * as schemas from '#contract/unlocks/schemas.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import type { AppContext } from '#server/context.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import { createUnlockWriter, unlockPhoto } from './service.ts'

export function unlocksRoutes({ route }: Routes<Viewer>, context: AppContext) {
  const writer = createUnlockWriter(context)
  route(
    contract.unlockPhoto,
    schemas.unlockPhoto,
    ({ viewer, host, params: { photoId }, body: { maxPrice = null } }) => {
      const { settings } = context.sites.of(host)
      return unlockPhoto({ ...context, writer }, { viewer, photoId, maxPrice, settings })
    },
    // The statement that debits reads balance and premium itself.
    { keepsViewer: true },
  )
}
