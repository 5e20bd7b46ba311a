import { Suspense } from 'react'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useNewMember } from './use-new-member.ts'

const Line = lazyPart(async () => (await import('./time-bonus.tsx')).TimeBonusLine)

/** The place of the line of the welcome bonus. */
export function TimeBonusSlot() {
  const user = useNewMember()
  const isHydrated = useIsHydrated()
  return (
    isHydrated &&
    user && (
      <Suspense>
        <Line user={user} />
      </Suspense>
    )
  )
}
