import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

/** A reply that is a file, sent while it is made and stored by the browser under its name. */
export class FileReply {
  readonly name: string
  readonly type: string
  readonly content: Readable

  constructor({ name, type, content }: { name: string; type: string; content: Readable }) {
    this.name = name
    this.type = type
    this.content = content
  }
}

export function sendFile({ name, type, content }: FileReply, reply: FastifyReply) {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
    .type(type)
    .serializer((payload: unknown) => payload as never)
    .send(content)
}
