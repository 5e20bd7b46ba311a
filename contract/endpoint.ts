import type { z } from 'zod'

/** Who may call: anyone, or only a logged-in member. The server checks it before the handler runs. */
export type Access = 'anyone' | 'member'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Describes an API call. The server binds a handler to it, the web app calls it, both get their types from
 * it, and the OpenAPI page is generated from it. Absent parts are omitted.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  method: Method
  /** In Fastify's syntax: `/api/likes/:profileId`. The server also accepts the `.php` ending (SHELL-16). */
  path: `/api/${string}`
  access: Who
  /** One sentence for the OpenAPI page. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  /** The body is `multipart/form-data`: one file, and the fields of `body` as JSON in the part `data`. */
  upload?: boolean
}

/** Returns the description unchanged; it only infers the types. */
export function endpoint<
  Reply extends z.ZodType,
  Who extends Access,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(description: Endpoint<Params, Query, Body, Reply, Who>): Endpoint<Params, Query, Body, Reply, Who> {
  return description
}

type Parsed<Schema> = Schema extends z.ZodUndefined ? unknown : Schema extends z.ZodType ? z.output<Schema> : unknown
type Sent<Key extends string, Schema> = Schema extends z.ZodUndefined
  ? unknown
  : Schema extends z.ZodType
    ? Record<Key, z.input<Schema>>
    : unknown

// `any` matches every endpoint, whatever its five type arguments are.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEndpoint = Endpoint<any, any, any, any, any>

/** What a caller passes: only the parts that the endpoint has. */
export type InputOf<E extends AnyEndpoint> =
  E extends Endpoint<infer Params, infer Query, infer Body, z.ZodType, Access>
    ? Sent<'params', Params> & Sent<'query', Query> & Sent<'body', Body>
    : never

/** What a handler receives: parsed params, query and body, each `unknown` where the endpoint has none. */
export type CallOf<E extends AnyEndpoint> =
  E extends Endpoint<infer Params, infer Query, infer Body, z.ZodType, Access>
    ? { params: Parsed<Params>; query: Parsed<Query>; body: Parsed<Body> }
    : never

/** What the caller receives. */
export type ReplyOf<E extends AnyEndpoint> = z.output<E['reply']>
