import { skipToken, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { ProfileCard } from '#contract/profiles/profiles.ts'
import { unmatchKey } from './unmatch.ts'

const UnmatchPopup = lazy(async () => ({ default: (await import('./unmatch-popup.tsx')).UnmatchPopup }))

/** Opens the question about a match over the current page. One for all hearts of a page; loaded with the first question. */
export function UnmatchDialog() {
  const { data: member } = useQuery<ProfileCard | null>({ queryKey: unmatchKey, queryFn: skipToken })
  return (
    member && (
      <Suspense>
        <UnmatchPopup key={member.id} member={member} />
      </Suspense>
    )
  )
}
