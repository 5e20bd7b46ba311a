import type { Options } from './bench.ts'
import type { BenchDatabase } from './database.ts'
import { startProgram } from './programs.ts'

/** Shared with the benchmarks, which create page keys. Protects nothing. */
export const SECRET = 'the secret of every benchmark, guarding nothing'

/** Starts the product on a database, without the rate limit per address. */
export function startProduct(
  { dataDir, connectionString }: BenchDatabase,
  {
    withWeb,
    environment,
    profileDir,
    onClose,
  }: Pick<Options, 'profileDir' | 'onClose'> & { withWeb: boolean; environment?: Record<string, string> },
) {
  const variables = {
    DATA_DIR: dataDir,
    DEMO_MEMBERS: '0',
    APP_SECRET: SECRET,
    REQUESTS_PER_MINUTE: '1000000000',
    // Uploads are limited by address, and those of a benchmark come from several.
    TRUST_PROXY: 'true',
    ...environment,
  }
  const args = [connectionString, ...(withWeb ? ['with-web'] : [])]
  return startProgram('product.ts', { args, environment: variables, profileDir, onClose })
}
