import { createContext, startTransition, use, useEffect, useState, type ReactNode } from 'react'
import { watchMinutes } from './minute-clock.ts'

const NowContext = createContext<Date | null>(null)

/**
 * Provides the time that a page shows: the server's until hydration, so that nothing renders twice, and then
 * the browser's. It is no part of the texts, so that only what shows a time follows it.
 */
export function NowProvider({ initial, children }: { initial: Date; children: ReactNode }) {
  const [now, setNow] = useState(initial)
  useEffect(() => watchMinutes(initial, (time) => startTransition(() => setNow(time))), [initial])
  return <NowContext value={now}>{children}</NowContext>
}

/**
 * Returns the time for texts such as 'two minutes ago', which changes every minute.
 * @throws Error outside of a NowProvider
 */
export function useNow(): Date {
  const now = use(NowContext)
  if (!now) throw new Error('useNow needs a NowProvider above it')
  return now
}
