import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ImageReply, ProcessedImage } from './image-process.ts'
import { launchImageProcess } from './image-sandbox.ts'
import type { Log } from '#server/platform/log.ts'
import { SECOND } from '#contract/time.ts'

export interface Images {
  /**
   * Turns an upload into a `Picture`: upright, in sRGB, without metadata, in every size. Takes JPEG, PNG, WebP and the
   * first frame of a GIF; HEIF, AVIF and SVG are refused.
   * @throws AppError `profiles.photo_not_an_image`, `.photo_too_large` (bytes or pixels), `.photo_too_small`,
   * `.photo_failed` (took too long or broke the decoder), `request.busy` (too many are waiting)
   */
  process(bytes: Uint8Array): Promise<ProcessedImage>
  /** Finishes what runs, refuses what waits, ends the child processes. */
  close(): Promise<void>
}

interface Job {
  bytes: Uint8Array
  resolve(image: ProcessedImage): void
  reject(error: AppError): void
}

/** One child process. It works on one job at a time, so whatever happens to it concerns that job alone. */
interface Worker {
  child: ChildProcess
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
  /** Tail of what it wrote to stderr. */
  stderr: string
}

/** Each waiting upload holds its bytes in memory, up to 12 MB. */
const MAX_WAITING = 32
const JOB_TIMEOUT_MS = 15 * SECOND
const EXIT_TIMEOUT_MS = 2 * SECOND

/** Starts nothing yet: children come with the first uploads, and anew after a crash. Tests replace `launch`. */
export function openImages({
  log,
  processes = 2,
  timeoutMs = JOB_TIMEOUT_MS,
  maxWaiting = MAX_WAITING,
  launch = launchImageProcess,
}: {
  log: Pick<Log, 'warn'>
  processes?: number
  timeoutMs?: number
  maxWaiting?: number
  launch?: () => ChildProcess
}): Images {
  const waiting: Job[] = []
  const workers = new Set<Worker>()
  const running = new Set<Promise<unknown>>()
  let isClosed = false

  function assign() {
    for (let worker = freeWorker(); worker && waiting.length > 0; worker = freeWorker()) run(worker, waiting.shift())
  }

  function freeWorker() {
    for (const worker of workers) if (!worker.job) return worker
    return waiting.length > 0 && workers.size < processes ? start() : undefined
  }

  function start() {
    const worker: Worker = { child: launch(), job: undefined, timer: undefined, stderr: '' }
    worker.child
      .on('message', (reply: ImageReply) => settle(worker, reply))
      .once('error', () => removeWorker(worker))
      .once('exit', () => removeWorker(worker))
    worker.child.stderr?.on('data', (chunk) => {
      worker.stderr = (worker.stderr + String(chunk)).slice(-2000)
    })
    workers.add(worker)
    return worker
  }

  function run(worker: Worker, job: Job | undefined) {
    if (!job) return
    worker.job = job
    worker.timer = setTimeout(() => worker.child.kill('SIGKILL'), timeoutMs)
    // A child that is already gone is told by its `exit`.
    worker.child.send(job.bytes, () => {})
  }

  function settle(worker: Worker, reply: ImageReply) {
    const { job } = worker
    clearTimeout(worker.timer)
    worker.job = undefined
    if ('refusal' in reply) job?.reject(new AppError(reply.refusal))
    else job?.resolve(reply.image)
    assign()
  }

  function removeWorker(worker: Worker) {
    if (!workers.delete(worker)) return
    clearTimeout(worker.timer)
    if (worker.job) {
      log.warn({ signal: worker.child.signalCode, stderr: worker.stderr }, 'image process lost')
      worker.job.reject(new AppError('profiles.photo_failed'))
    }
    assign()
  }

  return {
    async process(bytes) {
      if (bytes.length > PHOTO_MAX_BYTES) throw new AppError('profiles.photo_too_large')
      if (!isAllowedType(bytes)) throw new AppError('profiles.photo_not_an_image')
      if (isClosed || waiting.length >= maxWaiting) throw new AppError('request.busy')
      const { promise, resolve, reject } = Promise.withResolvers<ProcessedImage>()
      waiting.push({ bytes, resolve, reject })
      running.add(promise)
      assign()
      return promise.finally(() => running.delete(promise))
    },

    async close() {
      isClosed = true
      for (const job of waiting.splice(0)) job.reject(new AppError('request.busy'))
      await Promise.allSettled(running)
      await Promise.all([...workers].map((worker) => end(worker.child)))
    },
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  if (child.connected) child.disconnect()
  await Promise.race([gone, sleep(EXIT_TIMEOUT_MS)])
  child.kill('SIGKILL')
  await gone
}

/**
 * Looks at the first bytes only; the child finds out whether the rest keeps the promise. HEIF (with AVIF), SVG, TIFF
 * and all else never get that far.
 */
function isAllowedType(bytes: Uint8Array) {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const isWebp = head.startsWith('RIFF') && head.slice(8) === 'WEBP'
  return isWebp || ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a'].some((magic) => head.startsWith(magic))
}
