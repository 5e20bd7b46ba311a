import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import type { LinkRow } from './link-queries.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

export interface Opening {
  link: LinkRow
  /** The member whose browser opens the link, who need not be its owner. */
  viewer: Viewer | null
}

/** What opening a link leads to, besides the change that its handler made. */
export interface Opened {
  /** Starts a session of the link's owner, unless the browser has a session. */
  logsIn: boolean
  /** A token with which the owner can choose another password. */
  resetToken?: string
}

/** What the links of one purpose do. */
export interface LinkHandler {
  /**
   * `error`: a used link is invalid. `nothing`: it does nothing and is no error. `later`: opening only checks
   * the link; what follows uses it.
   */
  secondUse: 'error' | 'nothing' | 'later'
  /** Also opens links of an account whose owner has deleted it. */
  opensDeleted?: true
  /** Makes the change, in the transaction that has locked the link and its account. May throw an AppError. */
  open(context: AppContext, tx: Tx, opening: Opening): Promise<Opened>
}
