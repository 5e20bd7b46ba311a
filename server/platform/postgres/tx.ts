import type { Kysely, Transaction } from 'kysely'
import type { DB } from './db-types.ts'

export type Db = Kysely<DB>

/** An open transaction. What must run in one takes a `Tx`, so forgetting it is a type error. */
export type Tx = Transaction<DB> & { readonly [inTransaction]: true }
declare const inTransaction: unique symbol

/** Either of them, for statements that are correct both inside and outside a transaction. */
export type Queryable = Db | Tx
