import type { z } from 'zod'

/** Who may call: anyone at all, or only a logged-in member. The server enforces it before the handler runs. */
export type Access = 'anyone' | 'member'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call, described once: the server binds a handler to it, the web app calls it, both are typed from it,
 * and the OpenAPI page is printed from it. Parts that a call does not have are left out.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  method: Method
  /** Fastify spelling: `/api/likes/:profileId`. The server also answers the `.php` spelling (SHELL-16). */
  path: `/api/${string}`
  access: Who
  /** One sentence for the OpenAPI page. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  /** The body is `multipart/form-data` with one file, read as a stream by the handler instead of a schema. */
  upload?: boolean
}

/** Describes a call. Only infers types: the description is returned as it is. */
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
type Given<Key extends string, Schema> = Schema extends z.ZodUndefined
  ? unknown
  : Schema extends z.ZodType
    ? Record<Key, z.input<Schema>>
    : unknown

// `any` below: only to match every endpoint whatever its five type arguments are.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEndpoint = Endpoint<any, any, any, any, any>

/** What a caller hands over: only the parts that the endpoint has. */
export type InputOf<E extends AnyEndpoint> =
  E extends Endpoint<infer Params, infer Query, infer Body, z.ZodType, Access>
    ? Given<'params', Params> & Given<'query', Query> & Given<'body', Body>
    : never

/** What a handler receives after parsing: params, query and body, each `unknown` where the endpoint has none. */
export type CallOf<E extends AnyEndpoint> =
  E extends Endpoint<infer Params, infer Query, infer Body, z.ZodType, Access>
    ? { params: Parsed<Params>; query: Parsed<Query>; body: Parsed<Body> }
    : never

/** What the caller gets back. */
export type ReplyOf<E extends AnyEndpoint> = z.output<E['reply']>
