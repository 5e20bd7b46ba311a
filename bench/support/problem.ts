import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './bench.ts'

const builtFile = join(import.meta.dirname, '../../build/server/index.js')

/** Returns in one sentence why a benchmark cannot run, or null. */
export function problemOf(
  { setups = [], needsBuild = false }: Pick<Bench, 'setups' | 'needsBuild'>,
  { setup, isBuilt = existsSync(builtFile) }: { setup: string | undefined; isBuilt?: boolean },
) {
  if (setup !== undefined && setups.length === 0) return 'This benchmark has no --setup.'
  if (setup !== undefined && !setups.includes(setup)) return `--setup is one of ${setups.join(', ')}.`
  if (needsBuild && !isBuilt) return 'The web app is not built yet: run `npm run build`.'
  return null
}
