import type { Plugin, Rolldown } from 'vite'

/**
 * Permits groups without what their modules import (`chunk-groups.ts`). Rolldown rejects them with the
 * setting of React Router, to which routes with more exports than their own make no difference. The build
 * fails if two files import each other, also indirectly: the page would decide which one runs first.
 */
export function exactChunks(): Plugin {
  return {
    name: 'exact-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configEnvironment: {
      // After that of React Router.
      order: 'post',
      handler: (name) =>
        name === 'client' ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } } : undefined,
    },
    generateBundle(_options, bundle) {
      const cycle = findCycle(bundle)
      if (cycle) this.error(`Files import each other: ${cycle.join(' > ')}. Change the groups in chunk-groups.ts.`)
    },
  }
}

function findCycle(bundle: Rolldown.OutputBundle) {
  const done = new Set<string>()
  function visit(file: string, path: readonly string[]): readonly string[] | null {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    const chunk = bundle[file]
    if (done.has(file) || chunk?.type !== 'chunk') return null
    for (const imported of chunk.imports) {
      const cycle = visit(imported, [...path, file])
      if (cycle) return cycle
    }
    done.add(file)
    return null
  }
  for (const file of Object.keys(bundle)) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return null
}
