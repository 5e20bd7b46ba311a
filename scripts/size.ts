import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Prints how much JavaScript a first visit to a page loads, brotli-compressed, and fails where it is more than the
 * budget. Run it after a build: npm run size
 */

const client = join(import.meta.dirname, '../build/client')
const KB = 1024

const pages = [
  { name: 'home', routes: ['shell/lander-layout', 'routes/home'], budgetBytes: 130 * KB },
  { name: 'members', routes: ['shell/default-layout', 'routes/members'], budgetBytes: 170 * KB },
]

interface Manifest {
  entry: { module: string; imports: string[] }
  routes: Record<string, { module: string; imports: string[] } | undefined>
}

const manifestFile = findManifest()
const manifest = readManifest()
for (const { name, routes, budgetBytes } of pages) {
  const parts = [manifest.entry, ...['root', ...routes].map((id) => manifest.routes[id])].filter(
    (part) => part !== undefined,
  )
  const files = new Set([manifestFile, ...parts.flatMap(({ module, imports }) => [module, ...imports])])
  const bytes = [...files].map(compressedBytes).reduce((sum, each) => sum + each, 0)
  const isOver = bytes > budgetBytes
  console.log(`${name}: ${(bytes / KB).toFixed(1)} KB of ${budgetBytes / KB} KB${isOver ? ' TOO MUCH' : ''}`)
  if (isOver) process.exitCode = 1
}

function findManifest() {
  const file = readdirSync(join(client, 'assets')).find((each) => /^manifest-.*\.js$/.test(each))
  if (!file) throw new Error('Nothing is built: run `npm run build` first.')
  return `/assets/${file}`
}

function readManifest(): Manifest {
  const text = readFileSync(join(client, manifestFile), 'utf8')
  // The file is one assignment of a JSON object.
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

/** As the server sends it: files below the compressor's threshold go as they are. */
function compressedBytes(file: string) {
  const path = join(client, file)
  return statSync(`${path}.br`, { throwIfNoEntry: false })?.size ?? statSync(path).size
}
