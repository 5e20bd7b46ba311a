import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { useLocation } from 'react-router'
import { readCached } from '#web/api/use-cached.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { mayReload } from '#web/shell/errors/stale-chunks.ts'

const loadForMember = async () => (await import('./live-for-member.tsx')).LiveForMember
const loadEntryWarning = async () => (await import('#web/shell/entry/entry-warning.tsx')).EntryWarning

/** After hydration starts a member's live updates, or a visitor's entry warning, without the other's code. */
export function Live() {
  const isHydrated = useIsHydrated()
  const isLoggedIn = useUser() !== null
  // Read from the cache: the error page has to work without the settings.
  const settings = readCached(useQueryClient(), settingsQuery())?.settings
  if (!isHydrated) return null
  if (isLoggedIn) return <Loaded key="member" load={loadForMember} />
  return settings && settings.enable_site_entry_popup !== 'no' && <Loaded key="visitor" load={loadEntryWarning} />
}

/**
 * Renders code once it is loaded. Unlike with `lazy`, a page whose code cannot be fetched only lacks this
 * part. The next page tries again, with a reload if needed: Chromium does not repeat a failed fetch of code.
 */
function Loaded({ load }: { load: () => Promise<ComponentType> }) {
  const { pathname } = useLocation()
  const [Part, setPart] = useState<ComponentType | null>(null)
  const failedOn = useRef<string>(null)
  useEffect(() => {
    if (Part) return
    void load().then(
      (part) => setPart(() => part),
      () => {
        if (failedOn.current && failedOn.current !== pathname && navigator.onLine && mayReload()) location.reload()
        failedOn.current = pathname
      },
    )
  }, [Part, load, pathname])
  return (
    Part && (
      <Suspense>
        <Part />
      </Suspense>
    )
  )
}
