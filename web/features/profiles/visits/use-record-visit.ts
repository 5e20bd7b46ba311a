import { useEffect } from 'react'
import { addVisit } from '#contract/profiles/visit-calls.ts'
import { call } from '#web/api/call.ts'

/** A glance that ends earlier, such as a press on Back, is no visit. */
const VISIT_AFTER_MS = 1000

/**
 * Records the visit of a profile on the screen (PRO-23). Prefetched profiles are not rendered, so they leave
 * none, and neither do hidden tabs. A failure is silent: nothing on the page depends on it.
 */
export function useRecordVisit(profileId: string, { isEnabled }: { isEnabled: boolean }) {
  useEffect(() => {
    if (!isEnabled) return undefined
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') call(addVisit, { params: { profileId } }).catch(() => {})
    }, VISIT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [profileId, isEnabled])
}
