/** Silence after which the server is asked for a sign of life. */
const SILENCE_MS = 25_000
const ANSWER_MS = 8_000

interface SilenceHandlers {
  /** Asks the server to answer. */
  onSilence: () => void
  /** The server has not answered in time. */
  onDead: () => void
}

/**
 * Detects a connection that died without a close event: after a silence the server is asked, and without an
 * answer the connection counts as dead.
 */
export function createSilenceWatch({ onSilence, onDead }: SilenceHandlers) {
  let timer: ReturnType<typeof setTimeout> | undefined

  function after(ms: number, action: () => void) {
    clearTimeout(timer)
    timer = setTimeout(action, ms)
  }

  function askNow() {
    onSilence()
    after(ANSWER_MS, onDead)
  }

  return {
    /** Call it whenever something is received; it starts the wait again. */
    restart: () => after(SILENCE_MS, askNow),
    /** Asks without waiting for a silence. */
    askNow,
    stop: () => clearTimeout(timer),
  }
}
