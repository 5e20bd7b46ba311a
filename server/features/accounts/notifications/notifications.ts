import { stopReasons, type NotificationKind } from '#contract/accounts/notification-kinds.ts'
import type { Context } from '#server/platform/context.ts'
import * as queries from './notification-queries.ts'
import { disabledAfterResuming, disabledAfterSaving } from '#server/features/accounts/rules.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

/** Saves which kinds are switched off (NOTE-1). A reason why mails are stopped stays. */
export function saveNotifications(
  context: Pick<Context, 'transaction'>,
  { viewer, kinds }: { viewer: Viewer; kinds: NotificationKind[] },
) {
  return change(context, viewer, (stored) => disabledAfterSaving(stored, { kinds, reasons: stopReasons }))
}

/** Starts mails again where the member may decide that (NOTE-1). */
export function resumeMails(context: Pick<Context, 'transaction'>, { viewer }: { viewer: Viewer }) {
  return change(context, viewer, disabledAfterResuming)
}

async function change(
  { transaction }: Pick<Context, 'transaction'>,
  { userId }: Viewer,
  next: (stored: string[]) => string[],
) {
  await transaction(async (tx) => {
    const disabled = next(await queries.lockDisabled(tx, userId))
    await queries.saveDisabled(tx, { userId, disabled })
  })
}
