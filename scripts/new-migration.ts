// Starts a migration: `npm run new-migration -- add-gifts` writes server/migrations/0012-add-gifts.sql.
import { readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../server/migrations/', import.meta.url))
const [name] = process.argv.slice(2)

if (!name || !/^[a-z\d]+(-[a-z\d]+)*$/.test(name)) {
  console.error('A name in lower case is needed: npm run new-migration -- add-gifts')
  process.exitCode = 1
} else {
  const numbers = (await readdir(folder)).map((file) => Number.parseInt(file, 10)).filter(Number.isFinite)
  const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0')
  const path = `${folder}${number}-${name}.sql`
  await writeFile(path, '-- Why this change, and which slice writes it.\n', { flag: 'wx' })
  console.log(path)
}
