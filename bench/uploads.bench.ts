import { SECOND } from '#contract/time.ts'
import type { Bench } from './support/bench.ts'
import { openBenchDatabase } from './support/database.ts'
import { openConnection, type Connection } from './support/http-client.ts'
import { startProduct } from './support/product.ts'
import { chooseSamples, tenOfEach } from './support/searches.ts'
import { cameraImage, makePremium, uploadAndRemove } from './support/uploads.ts'
import { findViewers } from './support/viewers.ts'

/** Members who upload a photo at the same time, again and again. */
const UPLOADERS = 20

export const bench: Bench = {
  what: `member search over HTTP, one at a time, while ${UPLOADERS} members upload photos of 12 megapixels`,
  opponent: 'the same searches without uploads',
  unit: 'searches',
  target: 0.5,
  defaults: { members: 10_000, clients: 1, seconds: 10, rounds: 3 },

  async prepare({ members, clients, profileDir, onProgress, onClose }) {
    const database = await openBenchDatabase({ members, onProgress, onClose })
    const uploaders = (await findViewers(database.admin)).slice(0, UPLOADERS)
    await makePremium(database, uploaders)
    const next = tenOfEach(await chooseSamples(database, onProgress))
    const { port } = await startProduct(database, { withWeb: false, profileDir, onClose })
    const image = await cameraImage()
    const took = { alone: [] as number[], beside: [] as number[] }
    const search = (seconds: number, times: number[]) =>
      Promise.all(
        Array.from({ length: clients }, (_, client) => searchFor({ port, seconds, times, next: () => next(client) })),
      )

    return {
      async opponent(seconds) {
        const before = took.alone.length
        await search(seconds, took.alone)
        return (took.alone.length - before) / seconds
      },
      async product(seconds) {
        const before = took.beside.length
        const ended = new AbortController()
        const uploading = Promise.all(
          uploaders.map(async (viewer, index) => {
            const address = `192.0.2.${index + 1}`
            while (!ended.signal.aborted) await uploadAndRemove({ port, viewer, image, address })
          }),
        )
        await Promise.race([search(seconds, took.beside), uploading])
        ended.abort()
        const searches = took.beside.length - before
        await uploading
        return searches / seconds
      },
      postgresVersion: database.version,
      async afterwards() {
        const [alone, beside] = [percentiles(took.alone), percentiles(took.beside)]
        console.log(`search alone  ${inWords(alone)}; beside uploads ${inWords(beside)}`)
        console.log(`ratio p50 ${(beside.p50 / alone.p50).toFixed(1)}, p99 ${(beside.p99 / alone.p99).toFixed(1)}`)
      },
    }
  },
}

/** Sends searches one after the other for some seconds, and adds the milliseconds that each took. */
async function searchFor({
  port,
  seconds,
  times,
  next,
}: {
  port: number
  seconds: number
  times: number[]
  next: () => string
}) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const endAt = performance.now() + seconds * SECOND
  let sentAt = 0
  const connection: Connection = await openConnection({
    port,
    onReply(status) {
      if (status !== 200) return reject(new Error(`a search was answered with ${status}`))
      times.push(performance.now() - sentAt)
      if (performance.now() >= endAt) return resolve()
      send()
    },
  })
  function send() {
    sentAt = performance.now()
    connection.send(next())
  }
  send()
  await promise
  connection.close()
}

interface Percentiles {
  p50: number
  p99: number
}

/** Of all rounds, the warm-up included. */
function percentiles(times: number[]): Percentiles {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

function inWords({ p50, p99 }: Percentiles) {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}
