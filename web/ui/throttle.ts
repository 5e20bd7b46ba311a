interface Throttle<Value> {
  /** The shortest time between two calls. */
  everyMs: number
  write: (value: Value) => void
}

/** Writes a value at once, and those that follow at most once in a time: then the newest of them. */
export function createThrottle<Value>({ everyMs, write }: Throttle<Value>) {
  let pause: ReturnType<typeof setTimeout> | undefined
  let waiting: { value: Value } | null = null
  function flush() {
    if (!waiting) return
    const { value } = waiting
    waiting = null
    clearTimeout(pause)
    pause = setTimeout(endPause, everyMs)
    write(value)
  }
  function endPause() {
    pause = undefined
    flush()
  }
  return {
    put(value: Value) {
      waiting = { value }
      if (pause === undefined) flush()
    },
    /** Writes what waits now. */
    flush,
    /** Drops what waits. */
    drop() {
      waiting = null
    },
  }
}
