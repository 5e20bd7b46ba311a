import type { z } from 'zod'
import type { Permission } from './operator/permissions.ts'

/**
 * Who may call: anyone, a logged-in member, or an operator whose role has the permission of the call. The
 * server checks it before the handler runs.
 */
export type Access = 'anyone' | 'member' | 'operator'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Path = `/api/${string}`

/**
 * What a call receives and returns. It is in `schemas.ts` of a slice, and the call, under the same name, in
 * `calls.ts`, so that a page can call the API without loading zod. Absent parts are omitted.
 */
export interface EndpointSchemas {
  /** One sentence for the OpenAPI page. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  reply: z.ZodType
}

/** An API call. The server binds a handler to it, the web app calls it, and both get their types from it. */
export interface Endpoint<Schemas extends EndpointSchemas = EndpointSchemas, Who extends Access = Access> {
  method: Method
  /** In Fastify's syntax: `/api/likes/:profileId`. The server also accepts the `.php` ending (SHELL-16). */
  path: Path
  access: Who
  /** Of a call of operators. */
  permission?: Permission
  /** The body is `multipart/form-data`: one file, and the fields of `body` as JSON in the part `data`. */
  upload?: boolean
  /** Only for the compiler; it is never set. */
  schemas?: Schemas
}

interface Options {
  upload: boolean
}

interface OperatorOptions {
  permission: Permission
  upload?: boolean
}

/** Describes a call whose schemas are of the type `Schemas`. */
export function endpoint<Schemas extends EndpointSchemas>(
  method: Method,
  path: Path,
  access: 'anyone',
  options?: Options,
): Endpoint<Schemas, 'anyone'>
export function endpoint<Schemas extends EndpointSchemas>(
  method: Method,
  path: Path,
  access: 'member',
  options?: Options,
): Endpoint<Schemas, 'member'>
export function endpoint<Schemas extends EndpointSchemas>(
  method: Method,
  path: Path,
  access: 'operator',
  options: OperatorOptions,
): Endpoint<Schemas, 'operator'>
export function endpoint(method: Method, path: Path, access: Access, options?: Options | OperatorOptions): Endpoint {
  return { method, path, access, ...options }
}

export type SchemasOf<E extends Endpoint> = NonNullable<E['schemas']>
type SchemaOf<E extends Endpoint, Part extends string> =
  SchemasOf<E> extends Record<Part, infer Schema extends z.ZodType> ? Schema : undefined

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown
type Sent<Part extends string, Schema> = Schema extends z.ZodType ? Record<Part, z.input<Schema>> : unknown

/** What a caller passes: only the parts that the call has. */
export type InputOf<E extends Endpoint> = Sent<'params', SchemaOf<E, 'params'>> &
  Sent<'query', SchemaOf<E, 'query'>> &
  Sent<'body', SchemaOf<E, 'body'>>

/** What a handler receives: parsed params, query and body, each `unknown` where the call has none. */
export interface CallOf<E extends Endpoint> {
  params: Parsed<SchemaOf<E, 'params'>>
  query: Parsed<SchemaOf<E, 'query'>>
  body: Parsed<SchemaOf<E, 'body'>>
}

/** What the caller receives. */
export type ReplyOf<E extends Endpoint> = z.output<SchemasOf<E>['reply']>
