import { once } from 'node:events'
import { connect } from 'node:net'
import { findDebianProgram, killChild, waitForPort, type DebianProgram } from './debian-program.ts'
import { freePort } from './program.ts'

const noServer =
  'The tests of several nodes need a Redis and none was found or could be fetched: install redis-server or valkey-server.'

export interface TestRedis {
  url: string
  pid(): number
  /** Ends it as a crash does. */
  kill(): Promise<void>
  /** Starts it again on the same port, empty. */
  start(): Promise<void>
  /** Stops answering, with all connections open. */
  pause(): void
  resume(): void
  /** Runs a command, such as one that ends the connections of others. */
  command(text: string): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a Redis of its own that stores nothing.
 * @throws Error with one sentence for the developer when there is none
 */
export async function startRedis(): Promise<TestRedis> {
  const program = await findDebianProgram({
    package: 'redis-server',
    names: ['redis-server', 'valkey-server'],
    file: 'usr/bin/redis-server',
    versionArgs: ['--version'],
    isVersion: / v=\d/,
  })
  if (!program) throw new Error(noServer)
  const port = await freePort()
  let child = await startOn(program, port)
  const kill = () => killChild(child)
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child.pid ?? 0,
    kill,
    async start() {
      child = await startOn(program, port)
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    command: (text) => runCommand(port, text),
    close: kill,
  }
}

async function runCommand(port: number, text: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${text}\r\n`)
  const [reply] = await once(socket, 'data')
  socket.destroy()
  if (String(reply).startsWith('-')) throw new Error(String(reply))
}

async function startOn(program: DebianProgram, port: number) {
  const child = program.start(['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'])
  await waitForPort(child, port)
  return child
}
