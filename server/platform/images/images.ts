import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { cpuMsOf } from './cpu-time.ts'
import type { ImageJob, ImageRejection, ImageReply, ProcessedImage } from './image-process.ts'
import { imageIsolation, launchImageProcess } from './image-sandbox.ts'

/** An upload that cannot be processed. `failed`: it took too long, or the decoder process ended. */
export class ImageError extends Error {
  readonly reason: ImageRejection | 'failed'

  constructor(reason: ImageError['reason']) {
    super(`image ${reason}`)
    this.name = 'ImageError'
    this.reason = reason
  }
}

/** A file that is read when its turn comes, or an image that is in memory already. `size` is in bytes. */
export type ImageSource = { path: string; size: number } | Uint8Array

interface Job {
  source: ImageSource
  withAvif: boolean
  withRating: boolean
  resolve(image: ProcessedImage): void
  reject(error: Error): void
}

/** One child process. It works on one job at a time, so a crash affects that job alone. */
interface Worker {
  child: ChildProcess
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
  /** The end of what it wrote to stderr. */
  stderr: string
}

/** Bounds the wait of the last one. Files wait on disk, so memory holds only the images in work. */
const MAX_WAITING = 32
const JOB_TIMEOUT_MS = 15 * SECOND
/** How many times as long a job may take that waits for a processor, on a machine that has other work. */
const MAX_PERIODS = 4
const EXIT_TIMEOUT_MS = 2 * SECOND
/** For images that are known to be good, on processors that have other work. */
const PATIENT_TIMEOUT_MS = 2 * MINUTE

interface ImagesOptions {
  log: Pick<Log, 'info' | 'warn'>
  processes?: number
  timeoutMs?: number
  /** How long an idle process may take to end. */
  exitTimeoutMs?: number
  maxWaiting?: number
  /** Replaced by tests. */
  launch?: () => ChildProcess
}

/** Decodes uploads in child processes, which start with the first uploads and again after a crash. */
export class Images {
  readonly #options: Required<ImagesOptions>
  readonly #waiting: Job[] = []
  readonly #workers = new Set<Worker>()
  readonly #running = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(options: ImagesOptions) {
    this.#options = {
      processes: 2,
      timeoutMs: JOB_TIMEOUT_MS,
      exitTimeoutMs: EXIT_TIMEOUT_MS,
      maxWaiting: MAX_WAITING,
      launch: launchImageProcess,
      ...options,
    }
    const { network, account } = imageIsolation()
    options.log.info({ network, account }, 'image processes are isolated')
  }

  /**
   * Decodes an upload and renders every size: upright, in sRGB, without metadata. Accepts JPEG, PNG, WebP and
   * the first frame of a GIF; rejects HEIF, AVIF and SVG. Without `withAvif` all sizes are WebP only; without
   * `withRating` no one rates how explicit it is.
   * @throws ImageError `not_an_image`, `too_large` (bytes or pixels), `too_small`, `failed`
   * @throws AppError `request.busy` when too many uploads are waiting
   */
  async process(source: ImageSource, { withAvif = true, withRating = false } = {}): Promise<ProcessedImage> {
    if (sizeOf(source) > PHOTO_MAX_BYTES) throw new ImageError('too_large')
    // An image in memory joins the queue at once, without a turn of the event loop.
    const head =
      source instanceof Uint8Array ? Buffer.from(source.subarray(0, HEAD_BYTES)) : await readHead(source.path)
    if (!isAllowedType(head)) throw new ImageError('not_an_image')
    if (this.#isClosed || this.#waiting.length >= this.#options.maxWaiting) throw new AppError('request.busy')
    const { promise, resolve, reject } = Promise.withResolvers<ProcessedImage>()
    this.#waiting.push({ source, withAvif, withRating, resolve, reject })
    this.#running.add(promise)
    this.#assignJobs()
    return promise.finally(() => this.#running.delete(promise))
  }

  /** Finishes the running jobs, rejects the waiting ones and ends the child processes. */
  async close() {
    this.#isClosed = true
    for (const job of this.#waiting.splice(0)) job.reject(new AppError('request.busy'))
    await Promise.allSettled(this.#running)
    await Promise.all([...this.#workers].map(({ child }) => end(child, this.#options.exitTimeoutMs)))
  }

  #assignJobs() {
    while (this.#waiting.length > 0) {
      const worker = this.#idleWorker()
      const job = worker && this.#waiting.shift()
      if (!worker || !job) return
      worker.job = job
      void this.#run(worker, job)
    }
  }

  #idleWorker() {
    for (const worker of this.#workers) if (!worker.job) return worker
    return this.#workers.size < this.#options.processes ? this.#startWorker() : undefined
  }

  #startWorker() {
    const worker: Worker = { child: this.#options.launch(), job: undefined, timer: undefined, stderr: '' }
    worker.child
      .on('message', (reply: ImageReply) => this.#settle(worker, reply))
      .once('error', () => this.#removeWorker(worker))
      .once('exit', () => this.#removeWorker(worker))
    worker.child.stderr?.on('data', (chunk) => {
      worker.stderr = (worker.stderr + String(chunk)).slice(-2000)
    })
    this.#workers.add(worker)
    return worker
  }

  async #run(worker: Worker, job: Job) {
    try {
      const bytes = job.source instanceof Uint8Array ? job.source : await readFile(job.source.path)
      // The child may have ended meanwhile.
      if (worker.job !== job || !this.#workers.has(worker)) return
      this.#limitTime(worker)
      // Ignores send errors: a child that has ended also emits `exit`.
      const message: ImageJob = { bytes, withAvif: job.withAvif, withRating: job.withRating }
      worker.child.send(message, () => {})
    } catch (error) {
      clearTimeout(worker.timer)
      job.reject(new Error('an upload cannot be read', { cause: error }))
      worker.job = undefined
      this.#assignJobs()
    }
  }

  /** Ends the process if its job takes too long. A busy machine gets more time: the image is not to blame. */
  #limitTime(worker: Worker) {
    const { timeoutMs } = this.#options
    const { child } = worker
    const before = cpuMsOf(child.pid)
    let periods = 0
    const check = () => {
      periods += 1
      const now = cpuMsOf(child.pid)
      const isStarved = before !== null && now !== null && now - before < timeoutMs / 2
      if (isStarved && periods < MAX_PERIODS) worker.timer = setTimeout(check, timeoutMs)
      else child.kill('SIGKILL')
    }
    worker.timer = setTimeout(check, timeoutMs)
  }

  #settle(worker: Worker, reply: ImageReply) {
    const { job } = worker
    clearTimeout(worker.timer)
    worker.job = undefined
    if ('ratingError' in reply) this.#options.log.warn({ error: reply.ratingError }, 'image could not be rated')
    if ('rejection' in reply) job?.reject(new ImageError(reply.rejection))
    else job?.resolve(reply.image)
    this.#assignJobs()
  }

  #removeWorker(worker: Worker) {
    if (!this.#workers.delete(worker)) return
    clearTimeout(worker.timer)
    if (worker.job) {
      this.#options.log.warn({ signal: worker.child.signalCode, stderr: worker.stderr }, 'image process lost')
      worker.job.reject(new ImageError('failed'))
    }
    this.#assignJobs()
  }
}

/** Returns image processes that wait longer for a processor before an image counts as broken. */
export function patientImages({ log }: Pick<ImagesOptions, 'log'>) {
  return new Images({ log, timeoutMs: PATIENT_TIMEOUT_MS })
}

async function end(child: ChildProcess, exitTimeoutMs: number) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  if (child.connected) child.disconnect()
  await Promise.race([exited, sleep(exitTimeoutMs, undefined, { ref: false })])
  child.kill('SIGKILL')
  await exited
}

function sizeOf(source: ImageSource) {
  return source instanceof Uint8Array ? source.length : source.size
}

/** Length of the longest signature below. */
const HEAD_BYTES = 12

async function readHead(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Checks only the first bytes; the child finds out whether the rest is valid. HEIF (with AVIF), SVG, TIFF and
 * all other formats are rejected here.
 */
function isAllowedType(firstBytes: Buffer) {
  const head = firstBytes.toString('latin1')
  const isWebp = head.startsWith('RIFF') && head.slice(8) === 'WEBP'
  return isWebp || ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a'].some((magic) => head.startsWith(magic))
}
