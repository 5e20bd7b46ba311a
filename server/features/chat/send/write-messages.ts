import { rowOfEach } from '#server/features/credits/charge.ts'
import { SharedStatements } from '#server/platform/postgres/shared-statements.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'
import { findSendContexts, type SendContext } from './context-query.ts'
import type { NewMessage } from './new-message.ts'
import { insertMessages, type AllowedMessage, type SentRow } from './send-query.ts'

/** Reads what decides about messages, and stores those that are allowed. */
export interface MessageWriter {
  /** Null if the partner's profile does not exist. */
  contextOf(message: NewMessage): Promise<SendContext | null>
  /**
   * Returns null if a concurrent statement has overtaken the message.
   * @throws DatabaseError as `insertMessages`
   */
  insert(allowed: AllowedMessage): Promise<SentRow | null>
  /** The conversations that are being started, by the sorted keys of the two members. */
  starts: Map<string, Promise<unknown>>
}

/** Creates a writer whose messages have statements of their own. */
export function writerOn(db: Queryable): MessageWriter {
  return {
    contextOf: async (message) => (await findSendContexts(db, [message]))[0] ?? null,
    insert: async (allowed) => (await insertMessages(db, [allowed]))[0] ?? null,
    starts: new Map(),
  }
}

/** Creates a writer whose messages share statements with those of other members that arrive meanwhile. */
export function createMessageWriter({ db }: { db: Queryable }): MessageWriter {
  const contexts = new SharedStatements({ write: (messages: readonly NewMessage[]) => findSendContexts(db, messages) })
  const rows = new SharedStatements({
    write: async (allowed: readonly AllowedMessage[]) => {
      const stored = await insertMessages(db, allowed)
      return rowOfEach(
        allowed.map(({ message }) => message),
        stored,
      )
    },
    // A row changes once in a statement, so no member may be part of two of its messages.
    keysOf: ({ message: { sender, profileId } }) => [sender.profileId, profileId],
  })
  return {
    contextOf: (message) => contexts.write(message),
    insert: (allowed) => rows.write(allowed),
    starts: new Map(),
  }
}
