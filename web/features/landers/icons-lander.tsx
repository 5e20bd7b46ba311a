import Clapperboard from 'lucide-react/icons/clapperboard'
import Coffee from 'lucide-react/icons/coffee'
import CookingPot from 'lucide-react/icons/cooking-pot'
import Footprints from 'lucide-react/icons/footprints'
import Music from 'lucide-react/icons/eighth-notes'
import PartyPopper from 'lucide-react/icons/party-popper'
import { Intro } from './intro.tsx'
import { Portrait } from './portrait.tsx'
import type { LanderView } from './use-lander.ts'
import './icons-lander.css'

const topics = [
  ['one', Coffee],
  ['two', Music],
  ['three', Footprints],
  ['four', Clapperboard],
  ['five', PartyPopper],
  ['six', CookingPot],
] as const

/** Two people, and around them what they could do together. */
export function IconsLander({ view }: { view: LanderView }) {
  return (
    <div className="lander-split icons">
      <Intro view={view} />
      <div className="icons-stage">
        <div aria-hidden className="icons-pair">
          <Portrait view={view} index={0} />
          <Portrait view={view} index={1} />
        </div>
        <ul className="icons-orbit">
          {topics.map(([key, Icon]) => (
            <li key={key}>
              <span>
                <Icon aria-hidden />
                {view.text(key)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
