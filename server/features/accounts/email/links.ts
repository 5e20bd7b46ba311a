import type { LinkPurpose } from '#contract/accounts/schemas.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import * as queries from './link-queries.ts'

interface NewLink {
  userId: number
  purpose: LinkPurpose
  lifetimeMs: number
  /** The change of address that the link is about. */
  mailChangeId?: string
}

/**
 * Creates a one-time link and returns its token, which is in the mail and not in the database. Each attempt
 * to send a mail builds it again with another link. Earlier links stay valid, because an earlier attempt may
 * have reached the member.
 */
export async function createLink({ clock }: { clock: Clock }, tx: Tx, { lifetimeMs, ...link }: NewLink) {
  const token = newToken()
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
  await queries.insertLink(tx, { tokenHash: hashToken(token), createdAt, expiresAt, ...link })
  return token
}
