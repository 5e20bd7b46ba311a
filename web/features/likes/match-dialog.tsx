import { lazy, Suspense, type ReactNode } from 'react'
import type { ProfileCard } from '#contract/profiles.ts'
import { useMatchQueue } from './matches.ts'

const MatchAnnouncer = lazy(async () => ({ default: (await import('./match-announcer.tsx')).MatchAnnouncer }))

export interface MatchDialogProps {
  /** The form for a first message belongs to the chat, which comes after the likes; the shell passes it in. */
  renderMessageForm: (match: { profile: ProfileCard; onClose: () => void }) => ReactNode
}

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
