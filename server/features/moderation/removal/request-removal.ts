import { REMOVAL_MS } from '#contract/limits.ts'
import { INTIMATE_IMAGE } from '#contract/moderation/cases.ts'
import type { RemovalForm } from '#contract/moderation/removal-schemas.ts'
import type { AppContext } from '#server/context.ts'
import { openCase } from '#server/features/moderation/cases/open-case.ts'
import { storeComplaint } from '#server/features/pages/service.ts'
import { copyImage, findNamed } from './find-image.ts'

type Deps = Pick<AppContext, 'db' | 'transaction' | 'clock' | 'mail' | 'storage' | 'jobs'>

/**
 * Stores the request of anyone to remove an intimate image, queues its receipt, and opens a case that must
 * be decided within `REMOVAL_MS`. An image that the request names by its address is copied for the operators.
 * The same form again returns the first receipt. The reply says nothing about what was found.
 * @throws AppError `pages.complaint_limit`, `request.invalid`
 * Source: MOD-31.
 */
export async function requestRemoval(context: Deps, { siteId, form }: { siteId: number; form: RemovalForm }) {
  const { db, transaction, clock, mail } = context
  const { isDeclared: _, ...typed } = form
  const named = await findNamed(db, form.place)
  const copy = await copyImage(context, named)
  return transaction(async (tx) => {
    const stored = await storeComplaint({ clock, mail }, tx, {
      siteId,
      form: typed,
      topic: INTIMATE_IMAGE,
      receipt: 'removalReceipt',
    })
    const { publicId: reference, userId, createdAt } = stored
    const dueAt = new Date(createdAt.getTime() + REMOVAL_MS)
    const reply = { id: reference, dueAt: dueAt.toISOString() }
    if (!stored.isNew) return reply
    const isThere = named !== null && (await isAccount(tx, named.userId))
    await openCase({ clock }, tx, {
      kind: 'removal',
      subjectId: isThere ? named.userId : null,
      siteId,
      reason: INTIMATE_IMAGE,
      source: 'notice',
      content: isThere ? named.content : null,
      dueAt,
      evidence: copy ? [copy] : [],
      party: { reference, role: 'requester', userId },
    })
    return reply
  })
}

/** Whether an account was not erased meanwhile; it is not until the transaction ends. */
async function isAccount(tx: Parameters<typeof openCase>[1], userId: number) {
  const row = await tx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().executeTakeFirst()
  return row !== undefined
}
