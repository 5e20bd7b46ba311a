import Clapperboard from 'lucide-react/icons/clapperboard'
import Coffee from 'lucide-react/icons/coffee'
import Footprints from 'lucide-react/icons/footprints'
import UtensilsCrossed from 'lucide-react/icons/utensils-crossed'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { firstMessageIdeas } from '#contract/signup/first-message-ideas.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { MemberPhoto } from './portrait.tsx'
import { trafficFields } from './traffic-query.ts'
import type { LanderView } from './use-lander.ts'
import './ticket-lander.css'

interface Props {
  view: LanderView
  member: ProfileCard
}

const icons = { coffee: Coffee, walk: Footprints, film: Clapperboard, dinner: UtensilsCrossed }
const ideaTexts = { coffee: 'one', walk: 'two', film: 'three', dinner: 'four' } as const

/** A ticket for two: the choice is the first message at the sign-up. A form, which needs no script. */
export function TicketLander({ view, member }: Props) {
  const t = useTranslations('landers')
  const signupT = useTranslations('signup')
  const [path] = view.signupUrl.split('?')
  return (
    <div className="ticket">
      <form method="get" action={path} className="ticket-paper">
        <div className="ticket-stub">
          <MemberPhoto member={member} />
          <p>
            <strong>
              {member.name}, {member.age}
            </strong>
            <span>{member.region}</span>
          </p>
        </div>
        <div className="ticket-main">
          <p className="lander-kicker">{view.text('kicker')}</p>
          <h1>{view.text('title')}</h1>
          <p className="lander-lead">{view.text('lead')}</p>
          <FictionalLabel member={member} hasWarning />
          <fieldset>
            <legend>{t('ideas')}</legend>
            {firstMessageIdeas.map((idea, index) => {
              const Icon = icons[idea]
              return (
                <label key={idea}>
                  <input type="radio" name="idea" value={idea} defaultChecked={index === 0} />
                  <Icon aria-hidden />
                  {view.text(ideaTexts[idea])}
                </label>
              )
            })}
          </fieldset>
          {trafficFields(view.traffic).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {view.isSignupOpen ? (
            <Button type="submit" variant="gradient" size="lg" className="lander-call">
              {view.text('action')}
            </Button>
          ) : (
            <p>{signupT('closed')}</p>
          )}
        </div>
      </form>
    </div>
  )
}
