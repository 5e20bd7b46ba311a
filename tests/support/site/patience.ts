import { vi } from 'vitest'

/** Vitest gives up after a second, which a busy machine needs now and then. */
const TIMEOUT_MS = 60_000

const { waitFor } = vi

vi.waitFor = (callback, options) => {
  const settings = typeof options === 'number' ? { timeout: options } : options
  return waitFor(callback, { timeout: TIMEOUT_MS, ...settings })
}
