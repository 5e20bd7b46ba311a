import { lazy, Suspense } from 'react'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'

const LiveForMember = lazy(async () => ({ default: (await import('./live-for-member.tsx')).LiveForMember }))

/** Starts the live updates of a member after hydration. Visitors never load the code for it. */
export function Live() {
  const isHydrated = useIsHydrated()
  const isLoggedIn = useUser() !== null
  if (!isHydrated || !isLoggedIn) return null
  return (
    <Suspense>
      <LiveForMember />
    </Suspense>
  )
}
