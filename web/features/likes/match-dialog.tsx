import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { ProfileCard } from '#contract/profiles.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { closeMatch, matchKey } from './match.ts'

const MatchPopup = lazy(async () => ({ default: (await import('./match-popup.tsx')).MatchPopup }))

/** Opens 'It's a Match' over the current page. Its code is loaded with the first match. */
export function MatchDialog() {
  const client = useQueryClient()
  const user = useUser()
  const { data: profile } = useQuery<ProfileCard | null>({ queryKey: matchKey, queryFn: skipToken, gcTime: Infinity })
  if (!user || !profile) return null
  return (
    <Suspense>
      <MatchPopup key={profile.id} user={user} profile={profile} onClose={() => closeMatch(client)} />
    </Suspense>
  )
}
