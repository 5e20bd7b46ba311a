// The server as server/main.ts starts it, without jobs and demo members, on a free port:
// `node product.ts <connection string> [with-web]`. It sends weekly mails for as long as a message says.
import type { AddressInfo } from 'node:net'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { createAppContext } from '#server/context.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { createLog } from '#server/platform/log.ts'
import { digestsOn } from '../support/digests.ts'

const config = loadConfig()
const [connectionString = '', withWeb] = process.argv.slice(2)
const context = await createAppContext({
  config,
  log: createLog(config),
  database: openDatabase({ connectionString }),
})
const app = await buildApp(context, { withWeb: withWeb === 'with-web' })
await app.listen({ host: '127.0.0.1', port: 0 })
// A server that listens on a TCP port has an address of this type.
process.send?.({ port: (app.server.address() as AddressInfo).port })

process.on('message', ({ digestSeconds }: { digestSeconds: number }) => {
  void digestsOn(context)
    .run(digestSeconds)
    .then((result) => process.send?.(result))
})

async function stop() {
  await app.close()
  await context.close()
  process.exit()
}
process.once('SIGTERM', () => void stop())
process.once('disconnect', () => void stop())
