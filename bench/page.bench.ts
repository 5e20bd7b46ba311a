import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRng } from '#server/demo/random.ts'
import type { Bench } from './support/bench.ts'
import { openBenchDatabase } from './support/database.ts'
import { measureRequests, requestText } from './support/http-client.ts'
import { startProduct } from './support/product.ts'
import { startProgram } from './support/programs.ts'
import { findViewers, type BenchViewer } from './support/viewers.ts'

export const bench: Bench = {
  what: 'members page rendered on the server, for logged-in members',
  opponent: 'a bare Fastify that sends the same bytes',
  unit: 'pages',
  target: 0.08,
  defaults: { members: 100_000, clients: 8 },

  async prepare({ members, clients, profileDir, onProgress, onClose }) {
    const database = await openBenchDatabase({ members, onProgress, onClose })
    const viewers = await findViewers(database.admin)
    const { port } = await startProduct(database, { withWeb: true, profileDir, onClose })
    const requests = viewers.map(({ cookie }) => requestText({ url: '/members', cookie }))
    const directory = await mkdtemp(join(tmpdir(), 'rendezvous-page-'))
    onClose(() => rm(directory, { recursive: true, force: true }))
    const file = join(directory, 'page.json')
    await writeFile(file, await recordPage(port, viewers))
    const { port: barePort } = await startProgram('bare-page.ts', { args: [file], onClose })
    const { port: reactPort } = await startProgram('react-page.ts', {
      args: [file],
      environment: { NODE_ENV: 'production' },
      onClose,
    })
    const rng = createRng('page load')
    const next = () => requests[Math.floor(rng.next() * requests.length)] ?? ''
    return {
      opponent: (seconds) => measureRequests({ port: barePort, connections: clients, seconds, next }),
      yardstick: {
        what: 'React’s renderToString of the same page on Fastify, without router, session and database',
        mostCost: 5,
        run: (seconds) => measureRequests({ port: reactPort, connections: clients, seconds, next }),
      },
      product: (seconds) => measureRequests({ port, connections: clients, seconds, next }),
      postgresVersion: database.version,
    }
  },
}

/** Records the page of median length among some viewers, as JSON for the opponent. */
async function recordPage(port: number, viewers: BenchViewer[]) {
  const pages: { headers: Record<string, string>; body: string }[] = []
  for (const { cookie } of viewers.slice(0, 15)) {
    const answer = await fetch(`http://127.0.0.1:${port}/members`, {
      headers: { cookie, 'accept-language': 'en', 'accept-encoding': 'identity' },
    })
    const body = await answer.text()
    const cards = body.match(/\/photos\//g)?.length ?? 0
    if (answer.status !== 200 || cards === 0) throw new Error(`/members gave ${answer.status} with ${cards} photos`)
    pages.push({ headers: Object.fromEntries(answer.headers), body })
  }
  const page = pages.toSorted((one, other) => one.body.length - other.body.length)[Math.floor(pages.length / 2)]
  console.log(`A page has ${page?.body.length.toLocaleString('en')} characters`)
  return JSON.stringify(page)
}
