import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './support/bench.ts'
import { openBenchDatabase } from './support/database.ts'
import { measureRequests, requestText } from './support/http-client.ts'
import { startProduct } from './support/product.ts'
import { startProgram } from './support/programs.ts'

export const bench: Bench = {
  what: 'home page for visitors, a copy of which is kept in memory',
  opponent: 'a bare Fastify that sends the same bytes',
  unit: 'pages',
  target: 0.5,
  // The page shows no members.
  defaults: { members: 1000, clients: 8 },

  async prepare({ members, clients, profileDir, onProgress, onClose }) {
    const database = await openBenchDatabase({ members, onProgress, onClose })
    const { port } = await startProduct(database, { withWeb: true, profileDir, onClose })
    const directory = await mkdtemp(join(tmpdir(), 'rendezvous-home-'))
    onClose(() => rm(directory, { recursive: true, force: true }))
    const file = join(directory, 'page.json')
    await writeFile(file, await recordPage(port))
    const { port: barePort } = await startProgram('bare-page.ts', { args: [file, '/'], onClose })
    const request = requestText({ url: '/' })
    const next = () => request
    return {
      opponent: (seconds) => measureRequests({ port: barePort, connections: clients, seconds, next }),
      product: (seconds) => measureRequests({ port, connections: clients, seconds, next }),
      postgresVersion: database.version,
    }
  },
}

/** Records the page as JSON for the opponent. */
async function recordPage(port: number) {
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    headers: { 'accept-language': 'en', 'accept-encoding': 'identity' },
  })
  const body = await answer.text()
  if (answer.status !== 200 || !answer.headers.has('etag')) throw new Error(`/ gave ${answer.status}, or no copy`)
  console.log(`The page has ${body.length.toLocaleString('en')} characters`)
  return JSON.stringify({ headers: Object.fromEntries(answer.headers), body })
}
