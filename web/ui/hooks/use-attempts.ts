import { useEffect, useState } from 'react'

/**
 * Distinguishes the attempts of a task that takes a while. Beginning one ends those before it, as does the
 * end of the component: what an ended attempt has prepared is dropped.
 */
export function useAttempts() {
  const [attempts] = useState(createAttempts)
  useEffect(() => attempts.end, [attempts])
  return attempts
}

function createAttempts() {
  let latest = 0
  const end = () => {
    latest += 1
  }
  return {
    /** Begins an attempt. Returns whether it is still the current one, to be asked after each wait. */
    begin() {
      end()
      const attempt = latest
      return () => attempt === latest
    },
    end,
  }
}
