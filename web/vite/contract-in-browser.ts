import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type ESTree, type Plugin, type Rolldown } from 'vite'

const contract = `${join(import.meta.dirname, '../../contract')}/`
/** Properties of an endpoint that a browser needs for a call. The server validates input and reply. */
const browserProperties = new Set(['method', 'path', 'upload'])

/** Routes whose first load contains no zod. They are where most visits begin. */
const pagesWithoutZod = ['home', 'login', 'members', 'member', 'likes', 'chats']

/**
 * Splits each file of the contract for the browser into three modules: its calls, reduced to method and path;
 * its plain values and functions; its schemas. So a page can call the API without zod, which only forms need.
 * The build fails on an unrecognised endpoint, or on zod in the first load of `pagesWithoutZod`.
 */
export function contractInBrowser(): Plugin {
  return {
    name: 'contract-in-browser',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      // Creating a schema has no side effect, so unused schemas are removed.
      environments: { client: { build: { rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } } } } },
    }),
    load(id) {
      if (!id.startsWith(contract)) return undefined
      const [file = id, part] = id.split('?')
      const code = readFileSync(file, 'utf8')
      if (!/from ['"]zod['"]/.test(code)) return undefined
      const parts = partsOf(code)
      if (parts.calls.length !== [...code.matchAll(/\bendpoint\(/g)].length) {
        this.error(`${file}: write each endpoint as \`export const name = endpoint({ … })\`.`)
      }
      return moduleOf({ part, file, code, ...parts })
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      for (const page of pagesWithoutZod) {
        const chain = chainToZod(chunks, firstLoadOf(page))
        if (chain)
          this.error(`The first load of ${page} contains zod: ${chain}. Write what imports it without schemas.`)
      }
    },
  }
}

interface Part {
  name: string
  start: number
  end: number
  text: string
}

interface ContractFile {
  /** What of the file is loaded; the file itself if undefined. */
  part: string | undefined
  file: string
  code: string
  calls: Part[]
  plain: Part[]
}

function moduleOf({ part, file, code, calls, plain }: ContractFile) {
  if (part === 'calls') return calls.map(({ name, text }) => `export const ${name} = { ${text} }`).join('\n')
  if (part === 'plain') return plain.map(({ text }) => text).join('\n')
  if (part === 'schemas') return `${importOf(plain, file)}\n${without(code, [...calls, ...plain])}`
  const from = JSON.stringify(file).slice(1, -1)
  return {
    code: [
      `export * from "${from}?schemas"`,
      calls.length > 0 && `export { ${calls.map(({ name }) => name).join(', ')} } from "${from}?calls"`,
      plain.length > 0 && `export * from "${from}?plain"`,
    ]
      .filter(Boolean)
      .join('\n'),
    moduleSideEffects: false,
  }
}

/** Finds what is separable from the schemas: endpoints, and declarations without zod or another file. */
function partsOf(code: string) {
  const declared = parseSync('contract.ts', code).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    const { declaration } = statement
    const variable = declaration?.type === 'VariableDeclaration' ? declaration.declarations[0] : undefined
    const id = declaration?.type === 'FunctionDeclaration' ? declaration.id : variable?.id
    if (id?.type !== 'Identifier') return []
    const { start, end } = statement
    return [{ name: id.name, start, end, text: code.slice(start, end), init: variable?.init }]
  })
  const calls: Part[] = []
  const others: Part[] = []
  for (const { init, ...part } of declared) {
    const text = init?.type === 'CallExpression' ? callOf(init, code) : null
    if (text === null) others.push(part)
    else calls.push({ ...part, text })
  }
  return { calls, plain: plainOf(others, code) }
}

/** Those declarations that mention neither zod, nor an import, nor a declaration that does. */
function plainOf(parts: Part[], code: string) {
  const names = [...code.matchAll(/^import (?!type)\{([^}]*)\}|^(?:export )?(?:const|function) (\w+)/gm)]
    .flatMap(([, imported, declared]) => (imported ? imported.split(',') : [declared ?? '']))
    .map((each) => each.trim().replace(/^type /, ''))
    .filter((each) => each !== '')
  let plain = parts
  for (;;) {
    const foreign = names.filter((each) => !plain.some(({ name }) => name === each))
    const rest = plain.filter(({ text }) => !foreign.some((each) => new RegExp(`\\b${each}\\b`).test(text)))
    if (rest.length === plain.length) return plain
    plain = rest
  }
}

/** Returns the source of the kept properties of `endpoint({ … })`, or null for another call. */
function callOf(init: ESTree.CallExpression, code: string) {
  const [description] = init.arguments
  const isEndpoint = init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
  if (!isEndpoint || description?.type !== 'ObjectExpression') return null
  return description.properties
    .filter(
      (property) =>
        property.type === 'Property' && property.key.type === 'Identifier' && browserProperties.has(property.key.name),
    )
    .map(({ start, end }) => code.slice(start, end))
    .join(', ')
}

function importOf(plain: Part[], file: string) {
  if (plain.length === 0) return ''
  return `import { ${plain.map(({ name }) => name).join(', ')} } from ${JSON.stringify(`${file}?plain`)}`
}

function without(code: string, parts: Part[]) {
  return parts
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code)
}

/** Matches the modules with which a page starts: client entry, root route, the page's route and layouts. */
function firstLoadOf(page: string) {
  return new RegExp(`/web/(?:entry\\.client|root|routes/${page}|shell/layouts/[\\w-]+)\\.tsx`)
}

/** How a page's first load reaches zod, chunk by chunk and from the importing module; null if it does not. */
function chainToZod(chunks: Rolldown.OutputChunk[], start: RegExp) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const chains = new Map(
    chunks.filter(({ facadeModuleId }) => start.test(facadeModuleId ?? '')).map((chunk) => [chunk, [chunk.name]]),
  )
  for (const [chunk, chain] of chains) {
    if (chunk.moduleIds.some((id) => id.includes('/node_modules/zod/'))) return chain.join(' > ')
    for (const name of chunk.imports) {
      const imported = byName.get(name)
      if (imported && !chains.has(imported)) chains.set(imported, [...chain, nameOf(imported)])
    }
  }
  return null
}

/** The name of a chunk with those of its own modules, among which is the one that imports too much. */
function nameOf({ name, moduleIds }: Rolldown.OutputChunk) {
  const own = moduleIds
    .filter((id) => !id.includes('/node_modules/'))
    .map((id) => id.replace(/^.*\/(?=(?:web|contract)\/)/, ''))
  return own.length === 0 ? name : `${name} (${own.join(', ')})`
}
