// Writes the table of settings in docs/operations.md from the schema in server/config.ts.
// --check only compares.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Environment } from '#server/config.ts'

const target = fileURLToPath(new URL('../docs/operations.md', import.meta.url))
const begin = '<!-- settings: written by `npm run docs:config` -->'
const end = '<!-- end of settings -->'

const current = await readFile(target, 'utf8')
const expected = `${current.slice(0, current.indexOf(begin) + begin.length)}\n${table()}\n${current.slice(current.indexOf(end))}`
if (!process.argv.includes('--check')) {
  await writeFile(target, expected)
} else if (current !== expected) {
  console.error('docs/operations.md does not match server/config.ts: run `npm run docs:config`.')
  process.exitCode = 1
}

function table() {
  const rows = Object.entries(Environment.shape).map(([name, schema]) => {
    const { description, shownDefault } = schema.meta() ?? {}
    if (!description) throw new Error(`${name} has no description`)
    const defaultText = typeof shownDefault === 'string' ? shownDefault : `\`${String(schema.parse(undefined))}\``
    return `| \`${name}\` | ${defaultText} | ${description} |`
  })
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
}
