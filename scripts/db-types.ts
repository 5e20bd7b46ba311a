// Writes server/platform/postgres/db-types.ts from a fresh migrated database. With --check it only compares.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'

const target = fileURLToPath(new URL('../server/platform/postgres/db-types.ts', import.meta.url))
const header = '/** Written by `npm run db:types` from the migrations. Do not edit by hand. */\n\n'

const generated = await generate()
const current = await readFile(target, 'utf8').catch(() => '')
if (!process.argv.includes('--check')) {
  await writeFile(target, generated)
} else if (current !== generated) {
  console.error('server/platform/postgres/db-types.ts does not match the migrations: run `npm run db:types`.')
  process.exitCode = 1
}

async function generate() {
  const folder = await mkdtemp(join(tmpdir(), 'rendezvous-types-'))
  const settings = { fsync: 'off' }
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings, log: createLog({ logLevel: 'warn' }) })
  try {
    await migrate({ connectionString: postgres.connectionString })
    const file = join(folder, 'types.ts')
    run('kysely-codegen', [
      `--url=${postgres.connectionString}`,
      `--out-file=${file}`,
      '--dialect=postgres',
      '--camel-case',
      '--exclude-pattern={migrations,function_files}',
      // As server/platform/postgres/db.ts makes the driver read them.
      '--date-parser=string',
      '--type-mapping={"int8":"number"}',
    ])
    const types = await readFile(file, 'utf8')
    return header + types.slice(types.indexOf('import '))
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function run(program: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${stdout}${stderr}`)
}
