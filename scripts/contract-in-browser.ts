import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type Plugin } from 'vite'

const contract = `${join(import.meta.dirname, '../contract')}/`
/** All that a browser needs for a call: what comes and goes is checked by the server. */
const kept = new Set(['method', 'path', 'upload'])

/**
 * Parts each file of the contract in two for the browser: its calls, reduced to method and path, and all the rest. So a
 * page can call the API without carrying zod and the schemas; forms and sockets, which do check, bring them along.
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
      const calls = callsIn(code)
      if (calls.length === 0) return undefined
      if (part === 'calls') return calls.map(({ name, text }) => `export const ${name} = { ${text} }`).join('\n')
      if (part === 'rest')
        return calls.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code)
      const names = calls.map(({ name }) => name).join(', ')
      const path = JSON.stringify(file).slice(1, -1)
      return {
        code: `export * from "${path}?rest"\nexport { ${names} } from "${path}?calls"`,
        moduleSideEffects: false,
      }
    },
  }
}

/** Every `export const <name> = endpoint({ … })`: where it stands, and the parts that are kept, as they are written. */
function callsIn(code: string) {
  return parseSync('contract.ts', code).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
    const { id, init } = statement.declaration.declarations[0] ?? {}
    if (id?.type !== 'Identifier' || init?.type !== 'CallExpression') return []
    if (init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') return []
    const [description] = init.arguments
    if (description?.type !== 'ObjectExpression') return []
    const parts = description.properties.flatMap((property) => {
      const isKept = property.type === 'Property' && property.key.type === 'Identifier' && kept.has(property.key.name)
      return isKept ? [code.slice(property.start, property.end)] : []
    })
    return [{ name: id.name, start: statement.start, end: statement.end, text: parts.join(', ') }]
  })
}
