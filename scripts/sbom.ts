// Writes the software bill of materials (CycloneDX 1.6, JSON) from the lock file: `npm run sbom -- FILE`,
// without a name to stdout. With `--dev` it has what a site is built and tested with, too.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { billOfMaterials, type Lock } from './packages/bill-of-materials.ts'

const { values, positionals } = parseArgs({ options: { dev: { type: 'boolean' } }, allowPositionals: true })
const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const text = `${JSON.stringify(billOfMaterials(lock, { withDev: values.dev ?? false }), null, 2)}\n`
const [path] = positionals
if (path === undefined) process.stdout.write(text)
else writeFileSync(path, text)
