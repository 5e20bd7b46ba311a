import { Suspense } from 'react'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useMatchQueue, type MatchDialogProps } from './matches.ts'
import { unmatchKey } from './unmatch.ts'

const MatchAnnouncer = lazyPart(async () => (await import('./match-announcer.tsx')).MatchAnnouncer)

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

const UnmatchPopup = lazyPart(async () => (await import('./unmatch-popup.tsx')).UnmatchPopup)

/** Opens the question about a match over the page. One for all hearts; loaded with the first question. */
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
