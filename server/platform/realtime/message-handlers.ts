import type { z } from 'zod'
import { closeCodes } from '#contract/realtime-protocol.ts'
import type { Log } from '#server/platform/log.ts'
import type { Connection } from './connection.ts'

interface MessageHandler {
  schema: z.ZodType
  minIntervalMs: number
  handle: (sender: { userId: number }, message: never) => Promise<void>
}

/** What is done with the messages of clients. */
export class MessageHandlers {
  readonly #log: Log
  readonly #handlers: MessageHandler[] = []

  constructor(log: Log) {
    this.#log = log
  }

  add<Message>(
    schema: z.ZodType<Message>,
    handle: (sender: { userId: number }, message: Message) => Promise<void>,
    { minIntervalMs }: { minIntervalMs: number },
  ) {
    this.#handlers.push({ schema, handle, minIntervalMs })
  }

  /** Runs the first handler whose schema matches; it may be too early. Without one the socket is closed. */
  handle(connection: Connection, value: unknown) {
    for (const handler of this.#handlers) {
      const parsed = handler.schema.safeParse(value)
      if (!parsed.success) continue
      if (!connection.mayRun(handler, handler.minIntervalMs)) return
      // The schema is the one that the handler was registered with.
      handler.handle({ userId: connection.userId }, parsed.data as never).catch((error: unknown) => {
        this.#log.error({ err: error }, 'realtime message handler failed')
      })
      return
    }
    connection.close(closeCodes.misbehaved)
  }
}
