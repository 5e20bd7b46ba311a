import { SECOND } from '#contract/time.ts'
import { AppError } from '#server/platform/errors.ts'
import { networkOf } from './address-network.ts'

/** Uploads that may run at the same time, and their bytes. */
export interface UploadLimit {
  uploads: number
  bytes: number
}

export interface UploadLimits {
  /** From the first byte of a file to the end of the answer. */
  process: UploadLimit
  /** The part of `process` that those without a session may take. */
  visitors: UploadLimit
  /** From the beginning of the form, with a file or without, to the end of the answer. */
  address: UploadLimit
  /** As `address`. */
  member: UploadLimit
}

const MB = 1024 * 1024

export const uploadLimits: UploadLimits = {
  // As many as may wait for the image process: none is received to be rejected there.
  process: { uploads: 32, bytes: 256 * MB },
  // Photos of sign-ups are sent after them: senders without an account cannot take the place of members.
  visitors: { uploads: 12, bytes: 96 * MB },
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

/** The place of one form. */
export interface UploadPlace {
  /**
   * Reserves a place in the process for a file that begins. A form without a file needs none, however slow.
   * @throws AppError `request.busy` with `{seconds}`
   */
  beginFile(): void
  /** Frees everything. */
  release(): void
}

/** Counts the running uploads of this process, of each address (IPv6 by /64) and of each member. */
export class UploadBudget {
  readonly #limits: UploadLimits
  readonly #running = new Map<string, UploadLimit>()

  constructor(limits: UploadLimits) {
    this.#limits = limits
  }

  /**
   * Reserves a place for a form.
   * @throws AppError `request.too_many` (address or member) with `{seconds}`
   */
  reserve({ ip, userId, bytes }: UploadRequest): UploadPlace {
    const { process, visitors, address, member } = this.#limits
    const isMember = userId !== undefined
    const own = { [`address ${networkOf(ip)}`]: address, ...(isMember && { [`member ${userId}`]: member }) }
    const shared = { process, ...(!isMember && { visitors }) }
    const releases = [this.#take(own, bytes, 'request.too_many')]
    return {
      beginFile: () => void releases.push(this.#take(shared, bytes, 'request.busy')),
      release: () => {
        for (const release of releases.splice(0)) release()
      },
    }
  }

  /** Takes one place of each limit, or throws. Returns the function that frees them. */
  #take(limits: Record<string, UploadLimit>, bytes: number, code: 'request.too_many' | 'request.busy') {
    if (!Object.entries(limits).every(([key, limit]) => this.#fits(key, limit, bytes)))
      throw new AppError(code, { params: { seconds: RETRY_AFTER_SECONDS } })
    for (const key of Object.keys(limits)) this.#add(key, { uploads: 1, bytes })
    return () => {
      for (const key of Object.keys(limits)) this.#add(key, { uploads: -1, bytes: -bytes })
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
