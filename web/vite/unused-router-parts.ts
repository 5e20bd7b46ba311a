import type { Plugin } from 'vite'

interface Part {
  /** End of the module's path. */
  module: string
  /** What the rest of the router imports, for a site that does not use the part. */
  code: string
}

const parts: Part[] = [
  {
    // No page passes `instrumentations` to the router.
    module: '/lib/router/instrumentation.js',
    code: `
      export const consumeInstrumentationClientResultMetaReceiver = () => undefined
      export const getRouteInstrumentationUpdates = () => ({})
      export const instrumentClientSideRouter = (router) => router
      export const instrumentHandler = (handler) => handler
      export const instrumentationResultMetaContext = undefined`,
  },
  {
    // All routes are in one file from the start (react-router.config.ts).
    module: '/lib/dom/ssr/fog-of-war.js',
    code: `
      export const URL_LIMIT = 0
      export const getManifestPath = () => undefined
      export const getPartialManifest = (manifest) => manifest
      export const getPatchRoutesOnNavigationFunction = () => undefined
      export const getPathsWithAncestors = (paths) => paths
      export const handleClientVersionMismatch = async () => false
      export const isFogOfWarEnabled = () => false
      export const useFogOFWarDiscovery = () => {}`,
  },
]

/**
 * Replaces parts of React Router that the site does not use, so that browsers do not load them. The build fails if a new
 * version of the router has another part, or exports something else from it.
 */
export function unusedRouterParts(): Plugin {
  const replaced = new Set<Part>()
  return {
    name: 'unused-router-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\// },
      handler(code, id) {
        const part = parts.find(({ module }) => id.endsWith(module))
        if (!part) return undefined
        const missing = exportsOf(code).filter((name) => !part.code.includes(`const ${name} =`))
        if (missing.length > 0)
          this.error(`${part.module} also exports ${missing.join(', ')}: adapt unused-router-parts.ts.`)
        replaced.add(part)
        return { code: part.code, map: null }
      },
    },
    generateBundle() {
      const unknown = parts.filter((part) => !replaced.has(part)).map(({ module }) => module)
      if (unknown.length > 0)
        this.error(`React Router has no ${unknown.join(', ')} any more: adapt unused-router-parts.ts.`)
    },
  }
}

/** Returns the names in the last line of one of the router's modules, `export { a, b };`. */
function exportsOf(code: string) {
  const [, names = ''] = /^export \{([^}]*)\};?\s*$/m.exec(code) ?? []
  return names.split(',').map((name) => name.trim())
}
