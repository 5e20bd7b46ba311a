import type { Plugin } from 'vite'

interface Part {
  /** End of the module's path. */
  module: string
  /** What the rest of the router imports, for a site that does not use the part. */
  code: string
}

interface Statement {
  /** End of the module's path. */
  module: string
  /** Everything from the first text to the second is replaced. */
  begin: string
  end: string
  code: string
}

const parts: Part[] = [
  {
    // Every page is complete when it starts: its loaders have run.
    module: '/lib/dom/ssr/fallback.js',
    code: 'export const RemixRootDefaultHydrateFallback = () => null',
  },
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

/** Code in modules of which the rest is used. */
const statements: Statement[] = [
  {
    // A note to developers, in a page that is shown when the site's own error pages fail.
    module: '/lib/dom/ssr/errorBoundaries.js',
    begin: 'let heyDeveloper = ',
    end: 'if (isRouteErrorResponse(error)) return',
    code: 'let heyDeveloper = null;',
  },
  {
    // Hashes of scripts, which the site does not use: `sri` is not in the table of routes.
    module: '/lib/dom-export/hydrated-router.js',
    begin: 'if (window.__reactRouterManifest.sri === true) {',
    end: 'ssrInfo = {',
    code: '',
  },
  {
    // Pages without a server, which the site does not have.
    module: '/lib/dom-export/hydrated-router.js',
    begin: 'if (ssrInfo.context.isSpaMode) {',
    end: 'hydrationData = UNSAFE_getHydrationData(',
    code: '',
  },
  {
    // Replaces routes while a developer changes them.
    module: '/lib/dom-export/hydrated-router.js',
    begin: 'router.createRoutesForHMR = ',
    end: 'window.__reactRouterDataRouter = ',
    code: '',
  },
  {
    // No link has another address in the bar than the one it leads to.
    module: '/lib/dom-export/hydrated-router.js',
    begin: 'if (window.history.state && window.history.state.masked)',
    end: 'let router = UNSAFE_createRouter(',
    code: '',
  },
  // No page passes `instrumentations` to the router.
  {
    module: '/lib/router/router.js',
    begin: 'if (init.instrumentations) {',
    end: 'let future = ',
    code: '',
  },
  {
    module: '/lib/router/router.js',
    begin: 'if (init.instrumentations) router = ',
    end: 'return router;',
    code: '',
  },
  {
    // Links to scripts. The browser has read them when it hydrates, and would compare each with the elements of the page.
    module: '/lib/dom/ssr/components.js',
    begin: ', !enableFogOfWar ? /* @__PURE__ */ React$1.createElement("link"',
    end: ', initialScripts)',
    code: '',
  },
  {
    module: '/lib/dom/ssr/components.js',
    begin: 'let preloads = ',
    end: 'let sri = ',
    code: '',
  },
  {
    // The path against the whole table of routes, a second time: the modules in the page are those of its routes.
    module: '/lib/dom/ssr/hydration.js',
    begin: 'let dataRouteMatcher = ',
    end: 'let routeInfo = ',
    code: 'for (let routeId in window.__reactRouterRouteModules) {',
  },
  // The texts of inline scripts, which the browser keeps as they are.
  {
    module: '/lib/dom/ssr/components.js',
    begin: 'let contextScript = ',
    end: 'let routeModulesScript = ',
    code: 'let contextScript = " ";',
  },
  {
    module: '/lib/dom/ssr/components.js',
    begin: 'let routeModulesScript = ',
    end: 'return /* @__PURE__ */ React$1.createElement(React$1.Fragment',
    code: 'let routeModulesScript = " ";',
  },
]

/**
 * Removes parts of React Router that the site does not use, so that browsers do not load them. The build fails if a new
 * version of the router has another part, or exports something else from it.
 */
export function unusedRouterParts(): Plugin {
  const replaced = new Set<Part | Statement>()

  function withoutStatements(code: string, id: string) {
    let rest = code
    for (const statement of statements.filter(({ module }) => id.endsWith(module))) {
      const begin = rest.indexOf(statement.begin)
      const end = rest.indexOf(statement.end, begin)
      if (begin === -1 || end === -1) continue
      rest = rest.slice(0, begin) + statement.code + rest.slice(end)
      replaced.add(statement)
    }
    return rest === code ? undefined : { code: rest, map: null }
  }

  return {
    name: 'unused-router-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\// },
      handler(code, id) {
        const part = parts.find(({ module }) => id.endsWith(module))
        if (!part) return withoutStatements(code, id) ?? withoutNames(code)
        const missing = exportsOf(code).filter((name) => !part.code.includes(`const ${name} =`))
        if (missing.length > 0)
          this.error(`${part.module} also exports ${missing.join(', ')}: adapt unused-router-parts.ts.`)
        replaced.add(part)
        return { code: part.code, map: null }
      },
    },
    generateBundle() {
      const unknown = [...parts, ...statements].filter((part) => !replaced.has(part)).map(({ module }) => module)
      if (unknown.length > 0)
        this.error(
          `React Router has no ${unknown.join(', ')} any more, or other code in it: adapt unused-router-parts.ts.`,
        )
    },
  }
}

/** Removes the names of components for developer tools, which count as uses: components that no page imports stay otherwise. */
function withoutNames(code: string) {
  const rest = code
    .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
    .replaceAll(' = React$1.forwardRef(', ' = /* @__PURE__ */ React$1.forwardRef(')
  return rest === code ? undefined : { code: rest, map: null }
}

/** Returns the names in the last line of one of the router's modules, `export { a, b };`. */
function exportsOf(code: string) {
  const [, names = ''] = /^export \{([^}]*)\};?\s*$/m.exec(code) ?? []
  return names.split(',').map((name) => name.trim())
}
