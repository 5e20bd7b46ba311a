import type { Context } from '#server/platform/context.ts'
import { SharedStatements } from '#server/platform/postgres/shared-statements.ts'
import { insertMessages, isPlain, type PlainMessage } from './send-batch-query.ts'
import { insertMessage, type NewMessage, type SentRow } from './send-query.ts'

interface Outgoing {
  message: PlainMessage
  /** Public id of the sender. */
  senderProfileId: string
}

/** Stores messages; those of different members share statements. */
export class MessageWriter {
  readonly #db: Context['db']
  readonly #plain: SharedStatements<Outgoing, SentRow>

  constructor({ db }: Pick<Context, 'db'>) {
    this.#db = db
    this.#plain = new SharedStatements({
      one: ({ message }) => insertMessage(db, message),
      many: (outgoing) =>
        insertMessages(
          db,
          outgoing.map(({ message }) => message),
        ),
      // A row changes once in a statement, so no member may be part of two of its messages.
      keysOf: ({ message, senderProfileId }) => [senderProfileId, message.profileId],
    })
  }

  /** As `insertMessage`. `senderProfileId` is the sender's public id. */
  insert(message: NewMessage, { senderProfileId }: { senderProfileId: string }): Promise<SentRow | null> {
    return isPlain(message) ? this.#plain.write({ message, senderProfileId }) : insertMessage(this.#db, message)
  }
}
