import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { openDraftFolder } from '#server/platform/storage/drafts.ts'
import { AppError, hasCode } from '#server/platform/errors.ts'
import { readMultipart, type ReceivedForm, type UploadedFile } from './multipart.ts'
import { leastRate, watchRate, type LeastRate } from './limits/least-rate.ts'
import { UploadBudget, uploadLimits, type UploadLimits, type UploadPlace } from './limits/upload-budget.ts'

/** The longest form: a file, and room for its fields and the headers of its parts. */
const FORM_MAX_BYTES = PHOTO_MAX_BYTES + 512 * 1024

/** Receives the files of forms into a directory on disk, within a budget. */
export class Uploads {
  readonly #directory: string
  readonly #budget: UploadBudget
  readonly #rate: LeastRate

  /** Use `openUploads`, which prepares the directory. */
  constructor({ directory, limits, rate }: { directory: string; limits: UploadLimits; rate: LeastRate }) {
    this.#directory = directory
    this.#rate = rate
    this.#budget = new UploadBudget(limits)
  }

  /**
   * Receives the form of a request and passes it to `handle`. The file exists until `handle` has finished,
   * and the upload counts against the budget until then.
   * @throws AppError `request.too_many` before the body is read; `request.busy` before the file is;
   * `request.timeout` (the client is too slow), `request.unsupported_type`, `request.too_large`,
   * `request.invalid`, `request.unavailable` (the disk is full)
   */
  async receive<Result>(
    { request, userId }: { request: FastifyRequest; userId: number | undefined },
    handle: (form: ReceivedForm) => Promise<Result>,
  ): Promise<Result> {
    const place = this.#budget.reserve({ ip: request.ip, userId, bytes: longestBody(request) })
    const path = join(this.#directory, randomUUID())
    try {
      return await handle(await this.#read(request, { path, place }))
    } finally {
      await rm(path, { force: true }).finally(place.release)
    }
  }

  async #read(request: FastifyRequest, { path, place }: { path: string; place: UploadPlace }) {
    let file: Readable | undefined
    let rejection: AppError | undefined
    const tooSlow = Promise.withResolvers<never>()
    const stopWatching = watchRate(request.socket, this.#rate, () => {
      rejection = new AppError('request.timeout')
      file?.destroy(rejection)
      tooSlow.reject(rejection)
    })
    const form = readMultipart(request, (stream) => {
      // Its place is free again, or soon: nothing would free a second one, or remove the file.
      if (rejection) throw rejection
      place.beginFile()
      file = stream
      return writeFile(path, stream)
    })
    try {
      return await Promise.race([form, tooSlow.promise])
    } catch (error) {
      // Its file is closed before it is removed. A form without a file has nothing to wait for.
      if (file) await form.catch(() => {})
      throw error
    } finally {
      stopWatching()
    }
  }
}

/** Opens the directory of unfinished uploads and removes what a crash has left there. */
export async function openUploads({
  directory,
  limits = uploadLimits,
  rate = leastRate,
}: {
  directory: string
  limits?: UploadLimits
  rate?: LeastRate
}) {
  await openDraftFolder(directory)
  return new Uploads({ directory, limits, rate })
}

/** Returns the announced length; a longer or unknown one is read up to the limits of the form. */
function longestBody({ headers }: FastifyRequest) {
  return Math.min(Number(headers['content-length'] ?? FORM_MAX_BYTES), FORM_MAX_BYTES)
}

async function writeFile(path: string, stream: Readable): Promise<UploadedFile> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(stream)
    const { size } = await file.stat()
    return { path, size }
  } catch (error) {
    if (isDiskFull(error)) throw new AppError('request.unavailable', { cause: error })
    throw error
  } finally {
    await file.close()
  }
}

function isDiskFull(error: unknown) {
  return hasCode(error, 'ENOSPC', 'EDQUOT')
}
