import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChatVoice } from '#contract/chat/schemas.ts'
import { VoiceId } from '#contract/ids.ts'
import { UNSENT_CHAT_PHOTOS, VOICE_MAX_BYTES } from '#contract/limits.ts'
import { HOUR } from '#contract/time.ts'
import { assertNotPaused } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { clearUpload, clearUploadFiles } from '#server/features/chat/upload-files.ts'
import { historyStart, isUnknown, voiceFile } from '#server/features/chat/rules.ts'
import { lockAccounts } from '#server/features/moderation/lock-pair.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import type { Identify } from '#server/platform/http/routes.ts'
import { newId, newPublicId } from '#server/platform/ids.ts'
import { findContextWith } from './context-query.ts'
import { assertMayWrite } from './may-write.ts'
import { deleteSurplusUploads, insertUpload, readableVoice, uploadedVoice } from './upload-queries.ts'
import { VOICE_HEAD_BYTES, voiceTypeOf, type VoiceType } from './voice-type.ts'

/** Files that no row has by then are deleted. Longer than any upload takes. */
const ORPHAN_MS = HOUR

interface UploadInput {
  viewer: Viewer
  profileId: string
  clientId: string
  durationMs: number
  peaks: number[]
  source: UploadedFile | null
}

type Deps = Pick<Context, 'storage' | 'jobs' | 'db' | 'clock' | 'transaction'>

/**
 * Stores a voice message to a member, without sending it, and deletes the oldest unsent upload of too many.
 * Repeating a client id stores nothing and returns the first one. Nothing is charged: the message is.
 * @throws AppError `chat.self`, `profiles.not_found`, `accounts.paused`, those of `assertMayWrite` for a new
 * one, `request.invalid`, `chat.voice_not_audio`, `chat.voice_too_large`, `chat.voice_not_stored`,
 * `request.busy`
 * Source: CHAT-29.
 */
export async function addVoice(deps: Deps, input: UploadInput): Promise<ChatVoice> {
  const { db, clock, transaction } = deps
  const { viewer, profileId, clientId, durationMs, peaks, source } = input
  assertNotPaused(viewer)
  if (profileId === viewer.profileId) throw new AppError('chat.self')
  const pair = await findContextWith(db, { userId: viewer.userId, profileId })
  if (!pair || isUnknown(pair)) throw new AppError('profiles.not_found')
  if (!source) throw new AppError('chat.voice_not_audio')
  const key = { senderId: viewer.userId, receiverId: pair.partnerId, clientId }
  const earlier = await earlierUpload(db, key)
  if (earlier) return earlier
  // Not before: a client that lost the reply repeats the upload, also after the partner left.
  assertMayWrite(pair)

  const { storageKey, mediaType } = await storeVoice(deps, source)
  const id = newPublicId()
  const isNew = await transaction(async (tx) => {
    // No foreign key ends the row with an account that was erased meanwhile.
    const areBothThere = await lockAccounts(tx, { userId: viewer.userId, otherId: pair.partnerId })
    if (!areBothThere) throw new AppError('profiles.not_found')
    const row = { ...key, id: newId(clock), publicId: id, storageKey, mediaType, durationMs, peaks }
    if (!(await insertUpload(tx, { ...row, kind: 'voice', createdAt: clock.now() }))) return false
    const surplus = await deleteSurplusUploads(tx, { senderId: viewer.userId, kept: UNSENT_CHAT_PHOTOS })
    for (const each of surplus) await clearUpload(deps, tx, each)
    return true
  })
  if (isNew) return { id, durationMs, peaks }
  // The same upload, sent twice at once, has won.
  await deps.storage.delete(voiceFile(storageKey))
  const first = await earlierUpload(db, key)
  if (!first) throw new AppError('request.busy')
  return first
}

/** Stores the file of a recording. A job deletes it unless a row has it by then. */
async function storeVoice({ storage, jobs, db, clock }: Deps, { path, size }: UploadedFile) {
  if (size > VOICE_MAX_BYTES) throw new AppError('chat.voice_too_large')
  const mediaType = await sniffType(path)
  if (!mediaType) throw new AppError('chat.voice_not_audio')
  const storageKey = randomBytes(16).toString('hex')
  await jobs.enqueue(db, clearUploadFiles, { storageKey }, { runAt: new Date(clock.now().getTime() + ORPHAN_MS) })
  try {
    await storage.put(voiceFile(storageKey), await readFile(path), { contentType: mediaType })
  } catch (cause) {
    throw new AppError('chat.voice_not_stored', { cause })
  }
  return { storageKey, mediaType }
}

async function sniffType(path: string): Promise<VoiceType | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(VOICE_HEAD_BYTES))
    return voiceTypeOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** @throws AppError `request.invalid`: it was uploaded for another member */
async function earlierUpload(
  db: Context['db'],
  { receiverId, ...key }: { senderId: number; receiverId: number; clientId: string },
): Promise<ChatVoice | null> {
  const upload = await uploadedVoice(db, key)
  if (upload && upload.receiverId !== receiverId) throw new AppError('request.invalid')
  return upload && { id: upload.id, durationMs: upload.durationMs, peaks: upload.peaks }
}

/**
 * Sends a voice message to a member who can read its message. To all others, after a block or a deletion of
 * the conversation, it does not exist. The server sends it itself, also where a store of another origin has
 * it: the page fetches it, and may fetch from its own origin only.
 */
export async function sendVoiceFile(
  { db, storage, clock }: Pick<Context, 'db' | 'storage' | 'clock'>,
  identify: Identify<Viewer>,
  { request, reply }: { request: FastifyRequest<{ Params: { voiceId: string } }>; reply: FastifyReply },
) {
  const id = VoiceId.safeParse(request.params.voiceId)
  const viewer = await identify(request)
  const since = historyStart(clock.now())
  const voice =
    id.success && viewer ? await readableVoice(db, { userId: viewer.userId, voiceId: id.data, since }) : null
  const stored = voice && (await storage.open(voiceFile(voice.storageKey)))
  if (!voice || !stored) throw new AppError('chat.voice_not_found')
  return reply
    .headers({ vary: 'Cookie', 'cache-control': 'private, no-store', 'content-length': stored.size })
    .type(voice.mediaType)
    .send(stored.stream)
}
