import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type ESTree, type Plugin } from 'vite'

const contract = `${join(import.meta.dirname, '../../contract')}/`
/** All that a browser needs for a call: what comes and goes is checked by the server. */
const kept = new Set(['method', 'path', 'upload'])

/**
 * Parts each file of the contract for the browser into its calls, reduced to method and path, its plain values and
 * functions, and its schemas. So a page can call the API and show what comes without carrying zod; forms and sockets,
 * which do check, bring it along.
 */
export function contractInBrowser(): Plugin {
  return {
    name: 'contract-in-browser',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      // A schema that nobody uses is left out: making one has no effect but the schema.
      environments: { client: { build: { rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } } } } },
    }),
    load(id) {
      if (!id.startsWith(contract)) return undefined
      const [file = id, part] = id.split('?')
      const code = readFileSync(file, 'utf8')
      if (!/from 'zod'/.test(code)) return undefined
      const { calls, plain } = partsOf(code)
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
    },
  }
}

interface Part {
  name: string
  start: number
  end: number
  text: string
}

/** What can be taken out of a file: its endpoints, and whatever has to do with neither zod nor another file. */
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

/** Says nothing of zod, of what other files give, or of what is declared here and may be a schema. */
function isPlain({ name, text }: Part, code: string) {
  const foreign = [...code.matchAll(/^import (?!type)\{([^}]*)\}|^(?:export )?const (\w+)/gm)]
    .flatMap(([, imported, declared]) => (imported ? imported.split(',') : [declared ?? '']))
    .map((each) => each.trim().replace(/^type /, ''))
    .filter((each) => each !== '' && each !== name)
  return !foreign.some((each) => new RegExp(`\\b${each}\\b`).test(text))
}

/** The kept parts of `endpoint({ … })` as they are written, or null if it is another call. */
function callOf(init: ESTree.CallExpression, code: string) {
  const [description] = init.arguments
  const isEndpoint = init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
  if (!isEndpoint || description?.type !== 'ObjectExpression') return null
  return description.properties
    .filter(
      (property) => property.type === 'Property' && property.key.type === 'Identifier' && kept.has(property.key.name),
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
