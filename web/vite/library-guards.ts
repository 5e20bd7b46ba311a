import type { Plugin } from 'vite'

interface Dependence {
  environment: 'client' | 'ssr'
  /** End of the module's path. */
  module: string
  /** Text of that module that our code depends on although the library does not document it. */
  text: string
  /** Our code that has to be changed with it. */
  usedBy: string
}

const dependences: Dependence[] = [
  {
    environment: 'client',
    module: '/lib/dom-export/hydrated-router.js',
    text: 'window.__reactRouterDataRouter = ',
    usedBy: 'web/api/navigation-target.ts',
  },
  {
    environment: 'ssr',
    module: '/lib/dom/ssr/single-fetch.js',
    text: 'window.__reactRouterContext.streamController.enqueue(',
    usedBy: 'web/entry.server.tsx',
  },
  {
    environment: 'ssr',
    module: '/lib/dom/ssr/single-fetch.js',
    text: 'window.__reactRouterContext.streamController.close();',
    usedBy: 'web/entry.server.tsx',
  },
]

/** Fails the build when React Router no longer contains what our code depends on without a documented interface. */
export function libraryGuards(): Plugin {
  const confirmed = new Set<Dependence>()
  return {
    name: 'library-guards',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\// },
      handler(code, id) {
        for (const dependence of dependences) {
          if (id.endsWith(dependence.module) && code.includes(dependence.text)) confirmed.add(dependence)
        }
      },
    },
    buildEnd(error) {
      if (error) return
      const { name } = this.environment
      const missing = dependences.find((each) => each.environment === name && !confirmed.has(each))
      if (missing) {
        this.error(`React Router's ${missing.module} has no "${missing.text}" any more: adapt ${missing.usedBy}.`)
      }
    },
  }
}
