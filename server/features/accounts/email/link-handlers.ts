import type { LinkPurpose } from '#contract/accounts/schemas.ts'
import { confirmAddress } from './activation.ts'
import { restoreAccount } from '#server/features/accounts/deletion/deletion.ts'
import type { LinkHandler } from './link-types.ts'
import { completeMailChange, undoMailChange } from './mail-change.ts'

/** Every purpose of a one-time link and what opening one does. Recipe: docs/recipes.md. */
export const linkHandlers: Record<LinkPurpose, LinkHandler> = {
  // Mail programs open links before the member does.
  activation: {
    secondUse: 'nothing',
    async open(context, tx, { link }) {
      await confirmAddress(context, tx, link)
      return { logsIn: !link.confirmedAt }
    },
  },
  restore: {
    secondUse: 'nothing',
    opensDeleted: true,
    async open(context, tx, { link: { userId } }) {
      await restoreAccount(context, tx, { userId })
      return { logsIn: true }
    },
  },
  // The form that follows uses it (`resetPassword`).
  reset: { secondUse: 'later', open: async () => ({ logsIn: false }) },
  mail_change: { secondUse: 'error', open: completeMailChange },
  mail_change_undo: { secondUse: 'error', opensDeleted: true, open: undoMailChange },
}
