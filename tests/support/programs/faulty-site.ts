import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { inject } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createAppContext, type AppContext } from '#server/context.ts'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/platform/log.ts'
import type { Member } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/site/database.ts'
import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import { freePort, startProgram, type Program } from './program.ts'
import { auditChat } from '#tests/support/audits/chat-audit.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Parsed JSON; undefined when it is none. */
  body: unknown
  ms: number
}

/** A running server behind a database proxy, and a context that reaches the same database directly. */
export interface FaultySite {
  port: number
  dataDir: string
  program: Program
  proxy: DatabaseProxy
  context: AppContext
  /** Sends a request over kept connections, from a random address. Rejects when it gets no answer. */
  send(path: string, input?: { method?: string; cookie?: string; body?: object }): Promise<Answer>
  /** Sends a message. Sending again with the same `clientId` repeats it. */
  sendMessage(from: Member, to: Pick<Member, 'profileId'>, clientId?: string): Promise<Answer & { clientId: string }>
  close(): Promise<void>
}

export async function startFaultySite({
  environment = {},
}: {
  /** A function: after what it starts on the database. */
  environment?: Record<string, string> | ((proxy: DatabaseProxy) => Promise<Record<string, string>>)
} = {}) {
  const database = await testDatabase()
  const proxy = await openDatabaseProxy(database.connectionString)
  const port = await freePort()
  const dataDir = await mkdtemp(join(inject('testFolder'), 'faulty-'))
  const settings = { DATA_DIR: dataDir, PORT: String(port), DEMO_MEMBERS: '0', LOG_LEVEL: 'silent' }
  const program = startProgram([process.execPath, 'tests/support/programs/server-program.ts'], {
    ...settings,
    DATABASE_URL: proxy.connectionString,
    TRUST_PROXY: 'true',
    REQUESTS_PER_MINUTE: '1000000',
    ...(typeof environment === 'function' ? await environment(proxy) : environment),
  })
  const config = loadConfig(settings)
  const context = await createAppContext({ config, log: createLog(config), database })
  // Registers the subscribers, which run in the same transactions as the members that a test builds.
  const app = await buildApp(context, { withWeb: false })
  await program.waitForOutput('Ready')
  const agent = new Agent({ keepAlive: true })

  const send: FaultySite['send'] = (path, { method = 'GET', cookie, body } = {}) =>
    sendRequest({ agent, port, path, method, cookie, body })
  const site: FaultySite = {
    port,
    dataDir,
    program,
    proxy,
    context,
    send,
    async sendMessage(from, { profileId }, clientId = randomUUID()) {
      const path = `/api/members/${profileId}/messages`
      const answer = await send(path, { method: 'POST', cookie: from.cookie, body: { clientId, body: 'Hello' } })
      return { ...answer, clientId }
    },
    async close() {
      agent.destroy()
      program.kill('SIGTERM')
      await program.ended
      await proxy.close()
      await app.close()
      await context.close()
    },
  }
  return site
}

interface SentRequest {
  agent: Agent
  port: number
  path: string
  method: string
  cookie: string | undefined
  body: object | undefined
}

/** `fetch` hides whether a connection was reused, so this uses `node:http`. */
function sendRequest({ agent, port, path, method, cookie, body }: SentRequest): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const startedAt = performance.now()
  const text = body && JSON.stringify(body)
  const headers = {
    ...randomAddress(),
    ...(cookie && { cookie }),
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  const call = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => {
      const ms = performance.now() - startedAt
      const content = Buffer.concat(chunks).toString()
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parseJson(content), ms })
    })
  })
  call.on('error', reject)
  call.end(text)
  return promise
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the promises of chat and credits: stored messages, and everything that does not add up. */
export async function readPromises({ db }: Pick<AppContext, 'db'>) {
  const messages = await db.selectFrom('messages').select(['clientId', 'senderId']).execute()
  const balances = await db.selectFrom('accountBalances').select(['userId', 'balance']).execute()
  const keys = messages.map(({ clientId, senderId }) => `${senderId} ${clientId}`)
  return {
    stored: new Set(messages.map(({ clientId }) => clientId)),
    doubled: keys.length - new Set(keys).size,
    faults: [...(await auditMoney(db)), ...(await auditChat(db))],
    balanceOf: (userId: number) => balances.find((row) => row.userId === userId)?.balance,
  }
}
