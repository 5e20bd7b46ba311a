import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { openBenchDatabase } from './database.ts'
import { measureRequests, requestText } from './http-client.ts'
import { startProduct } from './product.ts'
import { startProgram } from './programs.ts'

/** Compares a page that visitors share with a bare Fastify that sends the same bytes. */
export function sharedPageBench({ what, path }: { what: string; path: string }): Bench {
  return {
    what: `${what} for visitors, a copy of which is kept in memory`,
    opponent: 'a bare Fastify that sends the same bytes',
    unit: 'pages',
    target: 0.5,
    // The page shows no members.
    defaults: { members: 1000, clients: 8 },

    async prepare({ members, clients, profileDir, onProgress, onClose }) {
      const database = await openBenchDatabase({ members, onProgress, onClose })
      const { port } = await startProduct(database, { withWeb: true, profileDir, onClose })
      const directory = await mkdtemp(join(tmpdir(), 'rendezvous-shared-page-'))
      onClose(() => rm(directory, { recursive: true, force: true }))
      const file = join(directory, 'page.json')
      await writeFile(file, await recordPage(port, path))
      const { port: barePort } = await startProgram('bare-page.ts', { args: [file, path], onClose })
      const request = requestText({ url: path })
      const next = () => request
      return {
        opponent: (seconds) => measureRequests({ port: barePort, connections: clients, seconds, next }),
        product: (seconds) => measureRequests({ port, connections: clients, seconds, next }),
        postgresVersion: database.version,
      }
    },
  }
}

/** Records the page as JSON for the opponent. */
async function recordPage(port: number, path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'accept-language': 'en', 'accept-encoding': 'identity' },
  })
  const body = await answer.text()
  if (answer.status !== 200 || !answer.headers.has('etag')) throw new Error(`${path} gave ${answer.status}, or no copy`)
  console.log(`The page has ${body.length.toLocaleString('en')} characters`)
  return JSON.stringify({ headers: Object.fromEntries(answer.headers), body })
}
