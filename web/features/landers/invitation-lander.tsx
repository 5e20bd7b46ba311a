import Heart from 'lucide-react/icons/heart'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { Intro } from './intro.tsx'
import { MemberPhoto } from './portrait.tsx'
import type { LanderView } from './use-lander.ts'
import './invitation-lander.css'

interface Props {
  view: LanderView
  member: ProfileCard
}

/** The member's photo with a ring that spreads from it. */
export function InvitationLander({ view, member }: Props) {
  return (
    <div className="lander-split invitation">
      <div className="invitation-stage">
        <i aria-hidden />
        <i aria-hidden />
        <i aria-hidden />
        <figure className="invitation-card">
          <MemberPhoto member={member} />
          <figcaption>
            <strong>
              {member.name}, {member.age}
            </strong>
            <span>{member.region}</span>
          </figcaption>
          <span aria-hidden className="invitation-heart">
            <Heart />
          </span>
        </figure>
      </div>
      <Intro view={view}>
        <FictionalLabel member={member} hasWarning />
      </Intro>
    </div>
  )
}
