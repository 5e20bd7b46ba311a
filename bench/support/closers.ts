import type { OnClose } from './bench.ts'

/** Collects what closes resources, and closes them in reverse order. */
export function collectClosers() {
  const closers: Parameters<OnClose>[0][] = []
  return {
    onClose: ((close) => void closers.push(close)) satisfies OnClose,
    /** Closes all, also after one of them has failed. @throws the first error, at the end */
    async closeAll() {
      const errors: unknown[] = []
      for (let close = closers.pop(); close; close = closers.pop()) {
        await close().catch((error: unknown) => errors.push(error))
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}
