// The server's job worker, which halts in the middle of one job, for tests that kill it there: `erasure`
// after photos, messages and profile are gone and before the commit, `export` after a part of the file,
// `mails` with the sixth mail and those sent beside it. Prints `halted`.
// `node halting-program.ts erasure|export|mails <connection string>`; settings as server/main.ts.
import { Readable } from 'node:stream'
import { buildApp } from '#server/app.ts'
import { createAppContext } from '#server/context.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'

const [, , job, connectionString = ''] = process.argv
const config = loadConfig()
const database = openDatabase({ connectionString })
const context = await createAppContext({ config, log: createLog(config), database })
if (job === 'export') haltStorage()
if (job === 'mails') haltMails()
await buildApp(context, { withWeb: false })
if (job === 'erasure') context.events.within(accountErased, halt)
await context.jobs.start()

/** Lets the first half of every stored stream pass. */
function haltStorage() {
  const { put } = context.storage
  context.storage.put = (key, body, options) =>
    body instanceof Readable ? put(key, Readable.from(firstChunk(body)), options) : put(key, body, options)
}

/** Gives five mails to the mail server. */
function haltMails() {
  const { mail } = context
  const { deliver } = mail
  let count = 0
  mail.deliver = async (email) => {
    count += 1
    if (count > 5) await halt()
    return deliver(email)
  }
}

async function* firstChunk(body: Readable) {
  let written = 0
  for await (const chunk of body) {
    yield chunk
    written += Buffer.byteLength(chunk)
    if (written > 1000) await halt()
  }
}

async function halt() {
  console.log('halted')
  await new Promise(() => {})
}
