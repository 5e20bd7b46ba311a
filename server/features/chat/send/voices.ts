import { open, readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChatVoice } from '#contract/chat/schemas.ts'
import { VoiceId } from '#contract/ids.ts'
import { VOICE_MAX_BYTES } from '#contract/limits.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { historyStart, voiceFile } from '#server/features/chat/rules.ts'
import { clearUploadFiles } from '#server/features/chat/upload-files.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import type { Identify } from '#server/platform/http/callers.ts'
import { newStorageKey } from '#server/platform/storage/file-keys.ts'
import { readableVoice, uploadedVoice } from './upload-queries.ts'
import { addUpload, type UploadInput } from './uploads.ts'
import { VOICE_HEAD_BYTES, voiceTypeOf, type VoiceType } from './voice-type.ts'

type Deps = Pick<Context, 'storage' | 'jobs' | 'db' | 'clock' | 'transaction'>

/**
 * Stores a voice message to a member, as `addUpload`.
 * @throws AppError as that, `chat.voice_not_audio`, `chat.voice_too_large`, `chat.voice_not_stored`
 * Source: CHAT-29.
 */
export function addVoice(
  deps: Deps,
  { durationMs, peaks, ...input }: UploadInput<UploadedFile> & { durationMs: number; peaks: number[] },
): Promise<ChatVoice> {
  return addUpload(deps, input, {
    missing: 'chat.voice_not_audio',
    async find(db, key) {
      const voice = await uploadedVoice(db, key)
      if (!voice) return null
      const { receiverId, ...reply } = voice
      return { receiverId, reply }
    },
    async store(source) {
      const { storageKey, mediaType } = await storeVoice(deps, source)
      return {
        columns: { kind: 'voice', storageKey, mediaType, durationMs, peaks },
        reply: (id) => ({ id, durationMs, peaks }),
        discard: () => deps.storage.delete(voiceFile(storageKey)),
      }
    },
  })
}

/** Stores the file of a recording. A job deletes it unless a row has it by then. */
async function storeVoice(deps: Deps, { path, size }: UploadedFile) {
  if (size > VOICE_MAX_BYTES) throw new AppError('chat.voice_too_large')
  const mediaType = await sniffType(path)
  if (!mediaType) throw new AppError('chat.voice_not_audio')
  const storageKey = await newStorageKey(deps, clearUploadFiles)
  try {
    await deps.storage.put(voiceFile(storageKey), await readFile(path), { contentType: mediaType })
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
