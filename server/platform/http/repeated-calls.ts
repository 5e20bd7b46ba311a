import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { CLIENT_ID_HEADER, REPLY_MEMORY_MS } from '#contract/limits.ts'
import { MINUTE } from '#contract/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { decrypt, encrypt, type Secrets } from '#server/platform/encryption.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Db } from '#server/platform/postgres/tx.ts'

interface Deps {
  config: Secrets
  db: Db
  clock: Clock
}

/** A call without a reply for so long has ended with its process, so that it may run again. */
const LONGEST_CALL_MS = 2 * MINUTE

const CLIENT_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

interface StoredReply {
  status: number
  cookies: string[]
  type: string
  body: string
}

/** Calls that are running now, with the keys under which their replies are stored. */
const running = new WeakMap<FastifyRequest, Buffer>()

/**
 * Lets a changing call that is sent again with the same client id have its effect once, and answers it as the
 * first time (SHELL-12). For calls whose body has no client id of its own. The id is random and only its
 * client has it, so it also says whose reply it is; the reply is encrypted, as it can contain a session's
 * cookie. Failures of the server and exceeded limits are not remembered.
 */
export function rememberReplies(app: FastifyInstance, deps: Deps) {
  app.addHook('preHandler', async (request, reply) => {
    const key = keyOf(request)
    if (!key || reply.sent) return undefined
    const stored = await claim(deps, key)
    if (stored === 'new') {
      running.set(request, key)
      return undefined
    }
    if (stored === 'running') throw new AppError('request.busy', { params: { seconds: 1 } })
    return answer(reply, open(deps, key, stored))
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const key = running.get(request)
    if (!key) return undefined
    running.delete(request)
    const isFinal = reply.statusCode < 500 && reply.statusCode !== 429
    const isText = typeof payload === 'string' || payload === null || payload === undefined
    if (!isFinal || !isText) await deps.db.deleteFrom('callReplies').where('key', '=', key).execute()
    else await store(deps, key, toStored(reply, payload ?? ''))
    return undefined
  })
}

/** Hash of what identifies a call that may be repeated; null for others. */
function keyOf(request: FastifyRequest) {
  const clientId = request.headers[CLIENT_ID_HEADER]
  if (request.method !== 'POST' || typeof clientId !== 'string' || !CLIENT_ID.test(clientId)) return null
  if (!request.routeOptions.config.isRemembered) return null
  return hashToken(`${request.url} ${clientId}`)
}

/** Begins a call. Returns the stored reply if it ended before, or that it still runs. */
async function claim({ db, clock }: Deps, key: Buffer): Promise<'new' | 'running' | Buffer> {
  const now = clock.now().getTime()
  const { rows } = await sql`
    with old as (
      delete from call_replies
      where key in (
        select key from call_replies where at < ${new Date(now - REPLY_MEMORY_MS)} for update skip locked
      )
    )
    insert into call_replies as r (key, at) values (${key}, ${new Date(now)})
    on conflict (key) do update set at = excluded.at
      where r.reply is null and r.at < ${new Date(now - LONGEST_CALL_MS)}
    returning key`.execute(db)
  if (rows.length > 0) return 'new'
  const row = await db.selectFrom('callReplies').select('reply').where('key', '=', key).executeTakeFirst()
  return row?.reply ?? 'running'
}

async function store({ config, db }: Deps, key: Buffer, reply: StoredReply) {
  const plain = Buffer.from(JSON.stringify(reply))
  const sealed = encrypt(config, { purpose: 'call reply', owner: key.toString('hex'), plain })
  await db.updateTable('callReplies').set({ reply: sealed }).where('key', '=', key).execute()
}

function open({ config }: Deps, key: Buffer, data: Buffer) {
  const plain = decrypt(config, { purpose: 'call reply', owner: key.toString('hex'), data })
  // Only this file writes it.
  return JSON.parse(plain.toString()) as StoredReply
}

function toStored(reply: FastifyReply, body: string): StoredReply {
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String)
  return { status: reply.statusCode, cookies, type: String(reply.getHeader('content-type') ?? ''), body }
}

function answer(reply: FastifyReply, { status, cookies, type, body }: StoredReply) {
  void reply.code(status).header('cache-control', 'private, no-store')
  if (cookies.length > 0) void reply.header('set-cookie', cookies)
  if (type) void reply.header('content-type', type)
  return reply.send(body === '' ? undefined : body)
}
