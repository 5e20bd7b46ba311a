import { join } from 'node:path'
import type { Plugin } from 'vite'

const script = join(import.meta.dirname, '../shell/offline/start.ts')

/** The browser's entry and the routes of the pages that start without a connection. */
const startsOffline =
  /\/web\/(?:entry\.client|root|shell\/layouts\/(?:chat-layout|default-layout|members-only|visitors-allowed)|routes\/(?:chats|chats-layout|conversation|conversation-with|likes|me|members|visitors))\.tsx(?:\?|$)/

/** Chunks that only other pages need, or that need a connection anyway. */
const leftOut = /^(?:catalogue|camera|camera-dialog|passkey|push)-/

interface Chunk {
  type: 'chunk'
  fileName: string
  facadeModuleId: string | null
  imports: string[]
  dynamicImports: string[]
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> }
}

/**
 * Builds the script of the offline page as its own file, and writes `offline-files.json`: its URL, and those
 * of all files that these pages can ask for, for the service worker to store.
 */
export function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: script, name: 'offline-start' })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = new Map<string, Chunk>()
        for (const each of Object.values(bundle)) if (each.type === 'chunk') chunks.set(each.fileName, each)
        const roots = [...chunks.values()].filter(
          ({ facadeModuleId }) =>
            facadeModuleId !== null && (facadeModuleId === script || startsOffline.test(facadeModuleId)),
        )
        const files = filesFrom(roots, chunks)
        const start = roots.find(({ facadeModuleId }) => facadeModuleId === script)
        if (!start || roots.length < 15)
          this.error('Pages that start offline have other files now: adapt offline-files.ts.')
        this.emitFile({
          type: 'asset',
          fileName: 'offline-files.json',
          source: JSON.stringify({ script: `/${start.fileName}`, files: files.map((file) => `/${file}`) }),
        })
      },
    },
  }
}

/** Returns the files of chunks and of everything that they import, at once or later. */
function filesFrom(roots: readonly Chunk[], chunks: ReadonlyMap<string, Chunk>) {
  const files = new Set<string>()
  const waiting = [...roots]
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (files.has(chunk.fileName)) continue
    files.add(chunk.fileName)
    for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file)
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const imported = chunks.get(name)
      if (imported && !leftOut.test(name.replace('assets/', ''))) waiting.push(imported)
    }
  }
  return [...files].toSorted()
}
