import { SingleBar } from 'cli-progress'
import { SECOND } from '#contract/time.ts'

/** The progress of a long step: `done` of `total`, in units of the step. */
export interface Progress {
  step: string
  done: number
  total: number
}

const LINE_INTERVAL_MS = 10 * SECOND
/** An estimate from fewer is none. */
const MIN_ESTIMATED_SHARE = 0.05
/** The remaining time is estimated from so many of the last changes. */
const ETA_STEPS = 50

export type OnProgress = (progress: Progress) => void

/** Prints a line for the person who started the program. */
export function print(line: string) {
  process.stdout.write(`${line}\n`)
}

/** Shows long steps as a bar on a terminal, elsewhere as lines at the beginning, the end and in between. */
export function showProgress(): OnProgress {
  return process.stdout.isTTY ? bars() : lines()
}

function bars(): OnProgress {
  const bar = new SingleBar({
    format: '{step} {bar} {value}/{total}, {eta_formatted} left',
    stream: process.stdout,
    hideCursor: null,
    etaBuffer: ETA_STEPS,
  })
  let current: string | undefined
  return ({ step, done, total }) => {
    if (step !== current) bar.start(total, done, { step })
    else bar.update(done)
    current = done < total ? step : undefined
    if (current === undefined) bar.stop()
  }
}

function lines(): OnProgress {
  let lastStep: string | undefined
  let startedAt = 0
  let lastAt = 0
  return ({ step, done, total }) => {
    if (step !== lastStep) startedAt = performance.now()
    const isDue = step !== lastStep || done === total || performance.now() - lastAt > LINE_INTERVAL_MS
    if (!isDue) return
    lastStep = step
    lastAt = performance.now()
    const leftMs = ((performance.now() - startedAt) / done) * (total - done)
    const left =
      done < total && done / total > MIN_ESTIMATED_SHARE ? `, about ${Math.ceil(leftMs / SECOND)} s left` : ''
    print(`${step} ${done}/${total}${left}`)
  }
}
