/// <reference types="vite/types/importMeta.d.ts" />
import type { AnyEndpoint } from '#contract/endpoint.ts'

/** Every call that the contract describes, in whichever of its files. */
export const endpoints: AnyEndpoint[] = Object.values(
  import.meta.glob<Record<string, unknown>>(['/contract/**/*.ts', '!**/*.test.ts'], { eager: true }),
)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}
