import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import type { ProfileCard } from '#contract/profiles.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { closeMatch, matchKey } from './match.ts'

const MatchPopup = lazy(async () => ({ default: (await import('./match-popup.tsx')).MatchPopup }))

interface Props {
  /** The form for a first message belongs to the chat, which comes after the likes; the shell passes it in. */
  renderMessageForm: (match: { profile: ProfileCard; onSent: () => void }) => ReactNode
}

/** Opens 'It's a Match' over the current page. Its code is loaded with the first match. */
export function MatchDialog({ renderMessageForm }: Props) {
  const client = useQueryClient()
  const user = useUser()
  const { data: profile } = useQuery<ProfileCard | null>({ queryKey: matchKey, queryFn: skipToken, gcTime: Infinity })
  if (!user || !profile) return null
  return (
    <Suspense>
      <MatchPopup key={profile.id} user={user} profile={profile} onClose={() => closeMatch(client)}>
        {renderMessageForm({ profile, onSent: () => closeMatch(client) })}
      </MatchPopup>
    </Suspense>
  )
}
