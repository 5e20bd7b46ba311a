import type { ErrorCode } from '#contract/errors.ts'
import { UNSENT_CHAT_PHOTOS } from '#contract/limits.ts'
import { assertNotPaused } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { isUnknown } from '#server/features/chat/rules.ts'
import { clearUpload } from '#server/features/chat/upload-files.ts'
import { lockAccounts } from '#server/features/moderation/lock-pair.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { findContextWith } from './context-query.ts'
import { assertMayWrite } from './may-write.ts'
import { deleteSurplusUploads, insertUpload, type UploadColumns, type UploadKey } from './upload-queries.ts'

export interface UploadInput<Source> {
  viewer: Viewer
  profileId: string
  clientId: string
  source: Source | null
}

interface UploadKind<Source, Reply> {
  /** Error of a request without a file. */
  missing: ErrorCode
  /** Finds what a member’s client uploaded under an id, with the key of its receiver. */
  find(db: Queryable, key: UploadKey): Promise<{ receiverId: number; reply: Reply } | null>
  /** Stores the files of an upload. `discard` deletes them, when no row gets them. */
  store(source: Source): Promise<{
    columns: UploadColumns
    reply: (id: string) => Reply
    discard: () => Promise<void>
  }>
}

/**
 * Stores an upload to a member, without sending it, and deletes the oldest unsent one of too many. Repeating
 * a client id stores nothing and returns the first one. Nothing is charged: the message is.
 * @throws AppError `chat.self`, `profiles.not_found`, `accounts.paused`, those of `assertMayWrite` for a new
 * one, `request.invalid`, `request.busy`, and those of its kind
 * Source: CHAT-15, CHAT-29.
 */
export async function addUpload<Source, Reply>(
  context: Pick<Context, 'jobs' | 'db' | 'clock' | 'transaction'>,
  { viewer, profileId, clientId, source }: UploadInput<Source>,
  { missing, find, store }: UploadKind<Source, Reply>,
): Promise<Reply> {
  const { db, clock, transaction } = context
  assertNotPaused(viewer)
  if (profileId === viewer.profileId) throw new AppError('chat.self')
  const pair = await findContextWith(db, { userId: viewer.userId, profileId })
  if (!pair || isUnknown(pair)) throw new AppError('profiles.not_found')
  if (!source) throw new AppError(missing)
  const [senderId, receiverId] = [viewer.userId, pair.partnerId]
  const findEarlier = async () => {
    const earlier = await find(db, { senderId, clientId })
    // It was uploaded for another member.
    if (earlier && earlier.receiverId !== receiverId) throw new AppError('request.invalid')
    return earlier
  }
  const earlier = await findEarlier()
  if (earlier) return earlier.reply
  // Not before: a client that lost the reply repeats the upload, also after the partner left.
  assertMayWrite(pair)

  const { columns, reply, discard } = await store(source)
  const id = newPublicId()
  const isNew = await transaction(async (tx) => {
    // The files took long to store, and no foreign key ends the row with an account erased meanwhile.
    const areBothThere = await lockAccounts(tx, { userId: senderId, otherId: receiverId })
    if (!areBothThere) throw new AppError('profiles.not_found')
    const row = { id: newId(clock), publicId: id, senderId, receiverId, clientId, createdAt: clock.now() }
    if (!(await insertUpload(tx, { ...row, ...columns }))) return false
    const surplus = await deleteSurplusUploads(tx, { senderId, kept: UNSENT_CHAT_PHOTOS })
    for (const storageKey of surplus) await clearUpload(context, tx, storageKey)
    return true
  })
  if (isNew) return reply(id)
  // The same upload, sent twice at once, has won.
  await discard()
  const first = await findEarlier()
  if (!first) throw new AppError('request.busy')
  return first.reply
}
