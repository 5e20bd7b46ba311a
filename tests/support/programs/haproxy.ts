import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, vi } from 'vitest'
import { findDebianProgram, killChild, waitForPort } from './debian-program.ts'
import { freePort } from './program.ts'

/** One sentence for the developer, with which tests are skipped on a machine without it. */
export const noHaproxy =
  'The test of nodes behind HAProxy needs haproxy, which was not there and could not be fetched: install haproxy.'

export const findHaproxy = () =>
  findDebianProgram({
    package: 'haproxy',
    names: ['haproxy'],
    file: 'usr/sbin/haproxy',
    versionArgs: ['-v'],
    isVersion: /HAProxy version 2\.[4-9]|HAProxy version [3-9]/,
  })

/**
 * Starts HAProxy with `deploy/haproxy.cfg` in front of nodes on this machine: without a certificate, as the
 * caller, and without the redirect to https.
 */
export async function startHaproxy(
  haproxy: NonNullable<Awaited<ReturnType<typeof findHaproxy>>>,
  { nodePorts }: { nodePorts: number[] },
) {
  const port = await freePort()
  const folder = await mkdtemp(join(inject('testFolder'), 'haproxy-'))
  const [file, socketFile] = [join(folder, 'haproxy.cfg'), join(folder, 'admin.sock')]
  const deployed = await readFile('deploy/haproxy.cfg', 'utf8')
  const lines = deployed
    .split('\n')
    .filter((line) => !/^ {4}(?:user|group|bind :443|server|http-request redirect)\b/.test(line))
  const servers = nodePorts.map((nodePort, index) => `    server node${index} 127.0.0.1:${nodePort}`)
  const config = [...lines, ...servers, '']
    .join('\n')
    // As many as the usual limit of file descriptors allows.
    .replace(/maxconn \d+/, 'maxconn 400')
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replaceAll('/run/haproxy/admin.sock', socketFile)
  await writeFile(file, config)
  const child = haproxy.start(['-db', '-f', file])
  await waitForPort(child, port)
  return {
    port,
    /** Waits until HAProxy sends requests to all nodes. */
    untilAllUp: () =>
      vi.waitFor(
        async () => {
          const states = (await statistics(socketFile))
            .filter(([name]) => name?.startsWith('node'))
            .map(([name, state]) => [name, state])
          expect(states).toEqual(nodePorts.map((_, index) => [`node${index}`, 'UP']))
        },
        { timeout: 60_000 },
      ),
    /** How often no node was ready: the checks of all nodes failed on a busy machine. */
    async timesWithoutNode() {
      const [, , count] = (await statistics(socketFile)).find(([name]) => name === 'BACKEND') ?? []
      return Number(count)
    },
    close: () => killChild(child),
  }
}

/** Returns the name, the state and the number of losses of each server and of all together. */
async function statistics(socketFile: string) {
  const socket = connect(socketFile)
  socket.end('show stat\n')
  const [head = '', ...rows] = (await text(socket)).trim().split('\n')
  const columns = head.split(',')
  const indexes = ['svname', 'status', 'chkdown'].map((column) => columns.indexOf(column))
  return rows.map((row) => row.split(',')).map((values) => indexes.map((index) => values[index]))
}
