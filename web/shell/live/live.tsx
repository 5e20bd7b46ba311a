import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { useLocation } from 'react-router'
import { tabStorage } from '#web/api/safe-storage.ts'
import { STORED_NOTICE } from '#web/features/accounts/stored-notice.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useIsHydrated } from '#web/ui/hooks/use-is-hydrated.ts'
import { mayReload } from '#web/shell/errors/stale-chunks.ts'

const loadForMember = async () => (await import('./live-for-member.tsx')).LiveForMember
const loadEntryNotices = async () => (await import('#web/shell/entry/entry-notices.tsx')).EntryNotices

/** After hydration starts a member's live updates, or what visitors are shown at the entry. */
export function Live() {
  const isHydrated = useIsHydrated()
  const isLoggedIn = useUser() !== null
  if (!isHydrated) return null
  return (
    <>
      {isLoggedIn && <Loaded load={loadForMember} />}
      {(!isLoggedIn || tabStorage.getItem(STORED_NOTICE)) && <Loaded load={loadEntryNotices} />}
    </>
  )
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
