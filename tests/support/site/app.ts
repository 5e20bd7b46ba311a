import type { FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import type { EmailRenderer } from '#contract/email-renderer.ts'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/error-body.ts'
import { SECOND } from '#contract/time.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { createAppContext, type AppContext } from '#server/context.ts'
import type { ApiUrls } from '#server/features/payments/providers/create-providers.ts'
import { Images } from '#server/platform/images/images.ts'
import { openDatabase } from '#server/platform/postgres/db.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { schemasOf } from '#tests/support/audits/endpoints.ts'
import { fixedClock, type FixedClock } from './clock.ts'
import { testDatabase } from './database.ts'
import { encodeCall, type Caller } from './encode-call.ts'

export interface TestApp {
  app: FastifyInstance
  context: AppContext
  clock: FixedClock
  /** Of its database, for other programs on it. */
  connectionString: string
  /** Calls an endpoint through HTTP as the site's pages do: by a member's cookie or as a visitor. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, caller?: Caller): Promise<Answer<E>>
  close(): Promise<void>
}

/** `reply` is null after an error, `error` after a success. */
interface Answer<E extends Endpoint> {
  status: number
  headers: Record<string, unknown>
  reply: ReplyOf<E> | null
  error: ErrorBody['error'] | null
}

/**
 * Starts the whole server, by default without the web app, on its own database. The clock is fixed, mails go
 * to the outbox of a temporary folder, jobs run when a test calls `context.jobs.runDue()`, and no request
 * makes a member online.
 */
export async function startTestApp({
  clock = fixedClock(),
  environment = {},
  log,
  keepsViewers = false,
  isPatient = true,
  withWeb = false,
  paymentApis,
  connectionString,
}: {
  clock?: FixedClock
  environment?: Record<string, string>
  /** Replaces the log on stderr. */
  log?: Log
  /** Keeps viewers in memory, as in production. */
  keepsViewers?: boolean
  /** Default true: see `testDatabase`. */
  isPatient?: boolean
  /** With the pages, which must have been built. */
  withWeb?: boolean
  /** Addresses that stand for the payment providers' APIs. */
  paymentApis?: ApiUrls
  /** The database of another app, which is closed later; by default one of its own. */
  connectionString?: string
} = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(inject('testFolder'), 'app-'))
  const config = loadConfig({ DATA_DIR: dataDir, DEMO_MEMBERS: '0', MAILS_PER_SECOND: '100000', ...environment })
  const database = connectionString
    ? { ...openDatabase({ connectionString }), connectionString }
    : await testDatabase({ isPatient })
  const ownLog = log ?? createLog(config)
  const context = await createAppContext({
    config,
    log: ownLog,
    database,
    clock,
    // Its processes give way to all others, so a busy machine lets them wait.
    images: new Images({ log: ownLog, timeoutMs: 50 * SECOND }),
    paymentApis,
    loadRenderer,
  })
  const app = await buildApp(context, { withWeb, keepsViewers, storesActivity: false })
  await app.ready()
  return {
    app,
    context,
    clock,
    connectionString: database.connectionString,
    async call(endpoint, input, caller = {}) {
      const response = await app.inject(await encodeCall(endpoint, input, caller))
      const isSuccess = response.statusCode < 400
      const json = response.body === '' ? null : response.json()
      // A field that the contract does not declare must not leave the server.
      if (isSuccess) expect(json, `reply of ${endpoint.path}`).toEqual(schemasOf(endpoint).reply.parse(json))
      return {
        status: response.statusCode,
        headers: response.headers,
        reply: isSuccess ? json : null,
        error: isSuccess ? null : json.error,
      }
    },
    async close() {
      await app.close()
      await context.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Loads the source of the mails, which the compiler options of the server exclude. */
async function loadRenderer() {
  const path = '../../../emails/index.tsx'
  return ((await import(path)) as { build: EmailRenderer }).build
}
