import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type ESTree, type Plugin, type Rolldown } from 'vite'

const contract = `${join(import.meta.dirname, '../../contract')}/`
/** Properties of an endpoint that a browser needs for a call. The server validates input and reply. */
const browserProperties = new Set(['method', 'path', 'upload'])

/**
 * Splits each file of the contract for the browser into three modules: its calls, reduced to method and path; its plain
 * values and functions; its schemas. A page can thus call the API without loading zod, which only forms need. The build fails
 * if an endpoint is not recognised, or if zod gets into the code of every page.
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
      const chunk = chunksOfEveryPage(bundle).find(({ moduleIds }) => moduleIds.some((id) => id.includes('/zod/')))
      if (chunk)
        this.error(`Every page loads zod, in ${chunk.fileName}: contract-in-browser.ts no longer keeps it out.`)
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

/** Finds what can be separated from the schemas: endpoints, and declarations that need neither zod nor another file. */
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
  const plain: Part[] = []
  for (const { init, ...part } of declared) {
    const text = init?.type === 'CallExpression' ? callOf(init, code) : null
    if (text !== null) calls.push({ ...part, text })
    else if (isPlain(part, code)) plain.push(part)
  }
  return { calls, plain }
}

/** Whether a declaration mentions neither zod, nor an import, nor a constant of the file, which may be a schema. */
function isPlain({ name, text }: Part, code: string) {
  const foreign = [...code.matchAll(/^import (?!type)\{([^}]*)\}|^(?:export )?const (\w+)/gm)]
    .flatMap(([, imported, declared]) => (imported ? imported.split(',') : [declared ?? '']))
    .map((each) => each.trim().replace(/^type /, ''))
    .filter((each) => each !== '' && each !== name)
  return !foreign.some((each) => new RegExp(`\\b${each}\\b`).test(text))
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

/** The chunks of the client entry and of the root route, with all that they import statically. */
function chunksOfEveryPage(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const found = new Set(
    chunks.filter(({ facadeModuleId }) => /\/web\/(?:entry\.client|root)\./.test(facadeModuleId ?? '')),
  )
  for (const chunk of found) {
    for (const imported of chunks) if (chunk.imports.includes(imported.fileName)) found.add(imported)
  }
  return [...found]
}
