/**
 * Runs calls on a module that is loaded with the first, in their order. `onFailure` runs when the module
 * cannot be loaded; the next call tries again. A call that fails is reported as an error of the page.
 */
export function createLazyCalls<Module>({ load, onFailure }: { load: () => Promise<Module>; onFailure: () => void }) {
  let loaded: Module | null = null
  let waiting: ((module: Module) => void)[] = []

  async function loadAndRun() {
    try {
      loaded = await load()
    } catch {
      waiting = []
      onFailure()
      return
    }
    for (const run of waiting.splice(0)) {
      try {
        run(loaded)
      } catch (error) {
        reportError(error)
      }
    }
  }

  return (run: (module: Module) => void) => {
    if (loaded) return run(loaded)
    waiting.push(run)
    if (waiting.length === 1) void loadAndRun()
  }
}
