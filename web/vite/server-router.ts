import type { Plugin } from 'vite'

interface Change {
  /** End of the module's path. */
  module: string
  from: string
  to: string
}

export const changes: Change[] = [
  {
    // The routes are those of the build: React Router creates them again for every page.
    module: '/lib/dom/ssr/server.js',
    from: 'let routes = createServerRoutes(',
    to: 'let routes = ServerRouter.routes ??= createServerRoutes(',
  },
  {
    module: '/lib/dom/server.js',
    from: `let manifest = {};
	let dataRoutes = convertRoutesToDataRoutes(routes, void 0, void 0, manifest);`,
    to: `let { manifest, dataRoutes } = createStaticRouter.converted?.routes === routes
		? createStaticRouter.converted
		: (createStaticRouter.converted = (() => {
			let manifest = {};
			return { routes, manifest, dataRoutes: convertRoutesToDataRoutes(routes, void 0, void 0, manifest) };
		})());`,
  },
  {
    // Read by `web/shell/router-state.ts`, which nearly always knows the text already.
    module: '/lib/server-runtime/server.js',
    from: 'serverHandoffStream: encodeViaTurboStream(state, request.signal, build.entry.module.streamTimeout, serverMode)',
    to: 'openHandoffStream: () => encodeViaTurboStream(state, request.signal, build.entry.module.streamTimeout, serverMode)',
  },
  {
    // A page matches its path twice, each time against the whole table. The paths of routes without parameters are few.
    module: '/lib/router/matcher.js',
    from: 'return matchRoutesImpl(this.#routes, locationArg, this.#basename, allowPartial, this.#branches);',
    to: `let path = typeof locationArg === "string" ? locationArg : locationArg.pathname;
		let known = allowPartial ? undefined : this.known?.get(path);
		if (known) return known.map((match) => ({ ...match, params: {} }));
		let matches = matchRoutesImpl(this.#routes, locationArg, this.#basename, allowPartial, this.#branches);
		if (!allowPartial && matches && Object.keys(matches[0].params).length === 0) {
			if (!this.known || this.known.size >= 500) this.known = new Map();
			this.known.set(path, matches);
		}
		return matches;`,
  },
  {
    // Other routes have other matches.
    module: '/lib/router/matcher.js',
    from: 'this.#branches = flattenAndRankRoutes(routes);',
    to: 'this.#branches = flattenAndRankRoutes(routes), this.known = undefined;',
  },
]

/**
 * Prevents React Router from doing again for every page what is the same for all of them. The build fails when a new
 * version of the router has other code there. See docs/decisions/0038-work-that-pages-share.md.
 */
export function serverRouter(): Plugin {
  const made = new Set<Change>()
  return {
    name: 'server-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\/lib\// },
      handler(code, id) {
        const own = changes.filter(({ module, from }) => id.endsWith(module) && code.includes(from))
        if (own.length === 0) return undefined
        for (const change of own) made.add(change)
        return { code: own.reduce((text, { from, to }) => text.replaceAll(from, () => to), code), map: null }
      },
    },
    buildEnd(error) {
      const missing = changes.find((change) => !made.has(change))
      if (!error && missing) {
        this.error(`React Router's ${missing.module} has no "${missing.from}" any more: adapt server-router.ts.`)
      }
    },
  }
}
