import Clock3 from 'lucide-react/icons/clock-3'
import Heart from 'lucide-react/icons/heart'
import MapPin from 'lucide-react/icons/map-pin'
import Sparkles from 'lucide-react/icons/sparkles'
import Target from 'lucide-react/icons/target'
import type { ReactNode } from 'react'
import type { Reason, SuggestedMember } from '#contract/games.ts'
import { useReasonTexts } from './use-reason-texts.ts'

const icons: Record<Reason['kind'], ReactNode> = {
  likesYou: <Heart aria-hidden className="fill-current text-secondary-text" />,
  interests: <Sparkles aria-hidden />,
  city: <MapPin aria-hidden />,
  region: <MapPin aria-hidden />,
  reason: <Target aria-hidden />,
  age: <Clock3 aria-hidden />,
}

/** All reasons for a suggested member. */
export function ReasonList({ member }: { member: SuggestedMember }) {
  const reasonTexts = useReasonTexts()
  const reasons = reasonTexts(member)
  if (reasons.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm text-text-muted">
      {reasons.map(({ kind, text }) => (
        <li key={kind} className="flex gap-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-accent-text">
          {icons[kind]}
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </li>
      ))}
    </ul>
  )
}
