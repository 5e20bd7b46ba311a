// Starts a migration: `npm run new-migration -- add-gifts` writes server/migrations/0012-add-gifts.sql.
import { readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../server/migrations/', import.meta.url))
const [name] = process.argv.slice(2)

const HEAD = `-- Why this change. Written by: which slice.
`

/** What the check of the migrations holds it to. */
const ADVICE = `While it runs, the version before it serves the site, and goes on beside the new one for a while. So:
  1. expand: add what is new; no name, type or table that the version before uses changes;
  2. migrate: fill it in a second file with '-- runs: in batches of <table>'; indexes and the validation of
     constraints in a file with '-- runs: statement by statement';
  3. contract: in a later version drop what is old, with '-- unread since <migration of step 1>'.
docs/operations.md, changing the schema; npx vitest run --project unit scripts/migrations checks it.`

if (!name || !/^[a-z\d]+(-[a-z\d]+)*$/.test(name)) {
  console.error('A name in lower case is needed: npm run new-migration -- add-gifts')
  process.exitCode = 1
} else {
  const numbers = (await readdir(folder)).map((file) => Number.parseInt(file, 10)).filter(Number.isFinite)
  const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0')
  const path = `${folder}${number}-${name}.sql`
  await writeFile(path, HEAD, { flag: 'wx' })
  console.log(`${path}\n${ADVICE}`)
}
