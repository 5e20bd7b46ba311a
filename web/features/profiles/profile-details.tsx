import Brush from 'lucide-react/icons/brush'
import Compass from 'lucide-react/icons/compass'
import Eye from 'lucide-react/icons/eye'
import Heart from 'lucide-react/icons/heart'
import MapPin from 'lucide-react/icons/map-pin'
import Palette from 'lucide-react/icons/palette'
import Ruler from 'lucide-react/icons/ruler'
import Search from 'lucide-react/icons/search'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { profileChoiceNames, type ProfileChoice } from '#contract/profiles/profile-fields.ts'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import type { Interest } from '#contract/settings/schemas.ts'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { Chip } from '#web/ui/elements/chip.tsx'
import { placeLine } from './place-line.ts'
import { useChoiceText } from './form/use-choice-text.ts'

interface Props {
  member: MemberProfile
  /** The viewer's own interests: those in common stand with the other shared things. */
  ownInterests: readonly Interest[]
}

/** The optional fields of a profile: the text about the member, details as chips, and the interests. */
export function ProfileDetails({ member, ownInterests }: Props) {
  const t = useTranslations('profiles')
  const memberT = useTranslations('profiles-member')
  const { about, interests } = member
  const others = interests.filter((interest) => !ownInterests.includes(interest))
  return (
    <div className="flex flex-col gap-6">
      {about && (
        <section>
          <h2 className="mb-2 text-lg font-semibold">{t('about')}</h2>
          <p dir="auto" className="leading-relaxed wrap-anywhere whitespace-pre-line">
            {about}
          </p>
        </section>
      )}
      <section>
        <h2 className="sr-only">{memberT('story.details')}</h2>
        <DetailChips member={member} />
      </section>
      {others.length > 0 && (
        <section>
          <h2 className="mb-2 text-lg font-semibold">
            {others.length < interests.length ? memberT('story.otherInterests') : t('interests')}
          </h2>
          <ul className="flex flex-wrap gap-2">
            {others.map((interest) => (
              <li key={interest}>
                <Chip>{t(`interest.${interest}`)}</Chip>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** The reason for the sign-up that repeats an intention. */
const reasonOfIntention: Partial<Record<NonNullable<MemberProfile['intention']>, MemberProfile['reason']>> = {
  long_term: 'relationship',
  long_term_open: 'relationship',
  friends: 'friendship',
}

/** The intention stands with the name. */
type DetailName = Exclude<ProfileChoice, 'intention'>

const choiceIcons = {
  relationship: <Heart aria-hidden />,
  sexuality: <Users aria-hidden />,
  bodyType: <Ruler aria-hidden />,
  hairColour: <Palette aria-hidden />,
  eyeColour: <Eye aria-hidden />,
  tattoos: <Brush aria-hidden />,
  reason: <Compass aria-hidden />,
} satisfies Record<DetailName, ReactNode>

function DetailChips({ member }: Pick<Props, 'member'>) {
  const t = useTranslations('profiles')
  const choiceText = useChoiceText()
  const countryName = useCountryName()
  const { gender, city, region, lookingFor, intention } = member
  const sameReason = intention && reasonOfIntention[intention]
  const country = countryName(member.country)
  return (
    <ul className="flex flex-wrap gap-2">
      <DetailChip icon={<MapPin aria-hidden />}>{placeLine({ city, region, country })}</DetailChip>
      {lookingFor && <DetailChip icon={<Search aria-hidden />}>{t(`lookingFor.${lookingFor}`)}</DetailChip>}
      {profileChoiceNames.map((name) => {
        const value = name !== 'intention' && member[name]
        return (
          value &&
          !(name === 'reason' && value === sameReason) && (
            <DetailChip key={name} icon={choiceIcons[name]}>
              {choiceText(name, value, gender)}
            </DetailChip>
          )
        )
      })}
    </ul>
  )
}

function DetailChip({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="max-w-full">
      <Chip icon={icon}>{children}</Chip>
    </li>
  )
}
