import { lazy, Suspense } from 'react'
import { useMatchQueue, type MatchDialogProps } from './matches.ts'

const MatchAnnouncer = lazy(async () => ({ default: (await import('./match-announcer.tsx')).MatchAnnouncer }))

/** Opens 'It's a Match' and the like modal. The code is loaded with the first of them. */
export function MatchDialog(props: MatchDialogProps) {
  const { shown, waiting } = useMatchQueue()
  if (!shown && waiting.length === 0) return null
  return (
    <Suspense>
      <MatchAnnouncer {...props} />
    </Suspense>
  )
}
