import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { POSITION_COOKIE, POSITION_COOKIE_MS } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import type { Context } from '#server/platform/context.ts'
import type { Read, ReplicaReads } from '#server/platform/postgres/replica.ts'

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Chooses the database that a request may read. Handlers get it as `read`. */
export type ReadFor = (request: FastifyRequest) => Read

/**
 * Lets members read from a replica and still see what they have written: the reply to a changing call has the
 * position of the write as a cookie, on any node, and requests with it are answered by a replica that has got
 * there. Without a replica there is no cookie, and all is read from the one database.
 */
export function registerReads(
  app: FastifyInstance,
  { config, db, replica }: Pick<Context, 'db' | 'replica'> & { config: Pick<Config, 'publicUrl'> },
): ReadFor {
  if (!replica) return () => (run) => run(db)
  app.addHook('onSend', async ({ method }, reply) => {
    if (CHANGING.has(method) && reply.statusCode < 500) await sendPosition(app, reply, { config, replica })
  })
  return (request) => replica.after(positionIn(request))
}

async function sendPosition(
  app: FastifyInstance,
  reply: FastifyReply,
  { config, replica }: { config: Pick<Config, 'publicUrl'>; replica: ReplicaReads },
) {
  // The write has succeeded. Without its position the next reads are on the primary.
  const position = await replica.position().catch(() => Infinity)
  const cookie = app.serializeCookie(POSITION_COOKIE, String(position), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    // Much later than the replica has the write, or is not read.
    maxAge: POSITION_COOKIE_MS / SECOND,
  })
  void reply.header('set-cookie', cookie)
}

/** Anything but a number is read as the latest position. */
function positionIn({ cookies }: FastifyRequest) {
  const text = cookies[POSITION_COOKIE]
  if (text === undefined) return 0
  return /^\d{1,16}$/.test(text) ? Number(text) : Infinity
}
