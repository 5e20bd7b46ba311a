import { readdirSync } from 'node:fs'
import type { AnyEndpoint } from '#contract/endpoint.ts'

/** Every call that the contract describes, in whichever of its files. */
export const endpoints: AnyEndpoint[] = (await Promise.all(contractModules().map((name) => load(name))))
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)

function contractModules() {
  const files = readdirSync(new URL('../../contract', import.meta.url)).filter((file) => !file.includes('.test.'))
  return files.map((file) => file.replace(/\.ts$/, '')).toSorted()
}

function load(name: string): Promise<Record<string, unknown>> {
  return import(`../../contract/${name}.ts`)
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}
