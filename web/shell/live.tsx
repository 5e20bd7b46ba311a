import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useUser } from '#web/features/accounts/use-user.ts'

const LiveForMember = lazy(async () => ({ default: (await import('./live-for-member.tsx')).LiveForMember }))

/** For members, once the page stands: visitors and the first sight of a page do without the code for it. */
export function Live() {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const isLoggedIn = useUser() !== null
  if (!isInBrowser || !isLoggedIn) return null
  return (
    <Suspense>
      <LiveForMember />
    </Suspense>
  )
}

const never = () => () => {}
