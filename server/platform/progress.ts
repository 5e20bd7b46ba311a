import { SingleBar } from 'cli-progress'
import { SECOND } from '#contract/time.ts'

/** How far a long step is; `done` of `total` in units of the step. */
export interface Progress {
  step: string
  done: number
  total: number
}

export type OnProgress = (progress: Progress) => void

/** Says one line to the person who started the program. */
export function say(line: string) {
  process.stdout.write(`${line}\n`)
}

/** Shows long steps: as a bar on a terminal, elsewhere as a line at the beginning, the end and every five seconds. */
export function showProgress(): OnProgress {
  return process.stdout.isTTY ? bars() : lines()
}

function bars(): OnProgress {
  const bar = new SingleBar({ format: '{step} {bar} {value}/{total}', stream: process.stdout, hideCursor: null })
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
  let lastAt = 0
  return ({ step, done, total }) => {
    const isDue = step !== lastStep || done === total || performance.now() - lastAt > 5 * SECOND
    if (!isDue) return
    lastStep = step
    lastAt = performance.now()
    say(`${step} ${done}/${total}`)
  }
}
