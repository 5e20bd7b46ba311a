import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { OnClose } from './bench.ts'

interface ProgramOptions {
  args?: string[]
  environment?: Record<string, string>
  profileDir?: string | undefined
  onClose: OnClose
}

export interface BenchProgram {
  port: number
  pid: number
  /** Sends a message to the program and returns its answer. */
  ask(message: object): Promise<unknown>
}

/** Starts one of `bench/programs` in a child process and waits until it is ready. */
export async function startProgram(
  file: string,
  { args = [], environment = {}, profileDir, onClose }: ProgramOptions,
): Promise<BenchProgram> {
  const profiling = profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : []
  const child = fork(join(import.meta.dirname, '../programs', file), args, {
    env: { ...process.env, ...environment },
    execArgv: profiling,
  })
  const ended = once(child, 'exit')
  onClose(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const message: unknown = await Promise.race([
    once(child, 'message').then(([first]) => first),
    ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ])
  if (typeof message !== 'object' || !message || !('port' in message) || typeof message.port !== 'number') {
    throw new Error(`${file} sent no port`)
  }
  return {
    port: message.port,
    pid: child.pid ?? 0,
    async ask(question) {
      const answered = once(child, 'message')
      child.send(question)
      const [answer] = await answered
      return answer
    },
  }
}
