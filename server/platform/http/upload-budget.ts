import { SECOND } from '#contract/time.ts'
import { AppError } from '#server/platform/errors.ts'
import { networkOf } from './address-network.ts'

/** Uploads that may run at the same time, from the first byte to the end of the answer, and their bytes. */
export interface UploadLimit {
  uploads: number
  bytes: number
}

export interface UploadLimits {
  process: UploadLimit
  address: UploadLimit
  member: UploadLimit
}

const MB = 1024 * 1024

export const uploadLimits: UploadLimits = {
  // As many as may wait for the image process: none is received to be rejected there.
  process: { uploads: 32, bytes: 256 * MB },
  // Several members of one household or office.
  address: { uploads: 8, bytes: 96 * MB },
  // A browser sends one photo after the other; several tabs and devices may do so at once.
  member: { uploads: 4, bytes: 64 * MB },
}

/** An upload takes about this long; after it a place is likely to be free. */
const RETRY_AFTER_SECONDS = (5 * SECOND) / SECOND

export interface UploadRequest {
  ip: string
  userId: number | undefined
  /** The length that the client announced, or the longest one that is accepted. */
  bytes: number
}

/** Counts the running uploads of this process, of each address (IPv6 by /64) and of each member. */
export class UploadBudget {
  readonly #limits: UploadLimits
  readonly #running = new Map<string, UploadLimit>()

  constructor(limits: UploadLimits) {
    this.#limits = limits
  }

  /**
   * Reserves a place for an upload and returns the function that frees it.
   * @throws AppError `request.too_many` (address or member), `request.busy` (process), both with `{seconds}`
   */
  reserve({ ip, userId, bytes }: UploadRequest): () => void {
    const { process, address, member } = this.#limits
    const own = [
      { key: `address ${networkOf(ip)}`, limit: address },
      ...(userId === undefined ? [] : [{ key: `member ${userId}`, limit: member }]),
    ]
    const params = { seconds: RETRY_AFTER_SECONDS }
    if (!own.every(({ key, limit }) => this.#fits(key, limit, bytes)))
      throw new AppError('request.too_many', { params })
    if (!this.#fits('process', process, bytes)) throw new AppError('request.busy', { params })

    const keys = [...own.map(({ key }) => key), 'process']
    for (const key of keys) this.#add(key, { uploads: 1, bytes })
    return () => {
      for (const key of keys) this.#add(key, { uploads: -1, bytes: -bytes })
    }
  }

  #fits(key: string, limit: UploadLimit, bytes: number) {
    const running = this.#running.get(key)
    return !running || (running.uploads < limit.uploads && running.bytes + bytes <= limit.bytes)
  }

  #add(key: string, { uploads, bytes }: UploadLimit) {
    const before = this.#running.get(key)
    const after = { uploads: (before?.uploads ?? 0) + uploads, bytes: (before?.bytes ?? 0) + bytes }
    if (after.uploads === 0) this.#running.delete(key)
    else this.#running.set(key, after)
  }
}
