/// <reference types="vite/types/importMeta.d.ts" />
import type { Endpoint, EndpointSchemas } from '#contract/endpoint.ts'

type Named<Value> = Record<string, Value>

/** By file, the calls of the contract by name. */
export const calls = import.meta.glob<Named<Endpoint>>('/contract/**/*calls.ts', { eager: true })
/** By file, what it exports: the schemas of calls, and those that they share. */
export const schemas = import.meta.glob<Named<unknown>>('/contract/**/*schemas.ts', { eager: true })

/** Every call of the contract with its schemas, which have the same name. */
export const endpoints = Object.entries(calls).flatMap(([file, module]) =>
  Object.entries(module).map(([name, endpoint]) => ({
    ...endpoint,
    // `tests/contract-pairs.test.ts` proves that they exist.
    schemas: schemas[schemasFileOf(file)]?.[name] as EndpointSchemas,
  })),
)

/** Returns the file with the schemas of a file of calls. */
export function schemasFileOf(file: string) {
  return file.replace(/calls\.ts$/, 'schemas.ts')
}

/** Returns the schemas of a call of the contract. */
export function schemasOf({ method, path }: Endpoint) {
  const endpoint = endpoints.find((each) => each.method === method && each.path === path)
  if (!endpoint) throw new Error(`the contract has no ${method} ${path}`)
  return endpoint.schemas
}
