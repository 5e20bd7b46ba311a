import type { LinkPurpose } from '#contract/accounts/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { linkHandlers } from './link-handlers.ts'
import * as queries from './link-queries.ts'
import { linkState } from '#server/features/accounts/rules.ts'
import { secondFactorOf } from '#server/features/accounts/second-factor/second-factor.ts'
import { startSession } from '#server/features/accounts/service.ts'
import type { Device } from '#server/features/accounts/login/user-agent.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

interface OpenedLink {
  purpose: LinkPurpose
  /** Token of the session that was started, or null. */
  sessionToken: string | null
  resetToken: string | null
}

/**
 * Opens the one-time link of a mail: does what its purpose says, and logs the owner in where the purpose
 * allows it and the browser has no session.
 * @throws AppError `accounts.link_invalid` (unknown, or with `{purpose}` used or expired), or the handler's
 */
export async function openLink(
  context: AppContext,
  { token, viewer, device }: { token: string; viewer: Viewer | null; device: Device },
): Promise<OpenedLink> {
  const { clock } = context
  const tokenHash = hashToken(token)
  return context.transaction(async (tx) => {
    const { link, purpose, isUsed } = await findLink(context, tx, tokenHash)
    const { secondUse, open } = linkHandlers[purpose]
    if (isUsed && secondUse === 'nothing') return { purpose, sessionToken: null, resetToken: null }
    if (isUsed) throw invalidLink(purpose)
    if (secondUse !== 'later') await queries.markUsed(tx, { tokenHash, at: clock.now() })
    const { logsIn, resetToken = null } = await open(context, tx, { link, viewer })
    // A link alone does not pass a second factor.
    const startsSession = logsIn && !viewer && !(await secondFactorOf(tx, link.userId))
    const sessionToken = startsSession ? await startSession({ clock }, tx, link.userId, device) : null
    return { purpose, sessionToken, resetToken: secondUse === 'later' ? token : resetToken }
  })
}

/** Locks the link of a token and its account. */
async function findLink({ clock }: Pick<AppContext, 'clock'>, tx: Tx, tokenHash: Buffer) {
  const link = await queries.lockLink(tx, tokenHash)
  const purpose = link && purposeOf(link.purpose)
  if (!link || !purpose) throw invalidLink()
  if (link.deletedAt && !linkHandlers[purpose].opensDeleted) throw invalidLink(purpose)
  const state = linkState(link, clock.now())
  if (state === 'invalid') throw invalidLink(purpose)
  return { link, purpose, isUsed: state === 'used' }
}

/** From the purpose the page knows which mail can be requested again. */
function invalidLink(purpose?: LinkPurpose) {
  return new AppError('accounts.link_invalid', purpose && { params: { purpose } })
}

function purposeOf(stored: string) {
  return Object.keys(linkHandlers).find((purpose): purpose is LinkPurpose => purpose === stored)
}
