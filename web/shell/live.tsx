import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { readCached } from '#web/api/use-cached.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'

const LiveForMember = lazy(async () => ({ default: (await import('./live-for-member.tsx')).LiveForMember }))

const EntryWarning = lazy(async () => ({ default: (await import('./entry-warning.tsx')).EntryWarning }))

/** After hydration starts the live updates of a member, and warns visitors at the entry. Neither loads the code of the other. */
export function Live() {
  const isHydrated = useIsHydrated()
  const isLoggedIn = useUser() !== null
  // Read from the cache: the error page has to work without the settings.
  const settings = readCached(useQueryClient(), settingsQuery())?.settings
  if (!isHydrated) return null
  if (isLoggedIn)
    return (
      <Suspense>
        <LiveForMember />
      </Suspense>
    )
  return (
    settings &&
    settings.enable_site_entry_popup !== 'no' && (
      <Suspense>
        <EntryWarning />
      </Suspense>
    )
  )
}
