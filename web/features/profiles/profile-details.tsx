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
  /** The viewer's own interests, to mark those in common. */
  ownInterests: readonly Interest[]
}

/** The optional fields of a profile: details as chips, the text about the member, and the interests. */
export function ProfileDetails({ member, ownInterests }: Props) {
  const t = useTranslations('profiles')
  const memberT = useTranslations('profiles-member')
  const { about, interests } = member
  const common = interests.filter((interest) => ownInterests.includes(interest)).length
  return (
    <div className="flex flex-col gap-6">
      <DetailChips member={member} />
      {about && (
        <section>
          <h2 className="mb-2 text-lg font-semibold">{t('about')}</h2>
          <p dir="auto" className="leading-relaxed wrap-anywhere whitespace-pre-line">
            {about}
          </p>
        </section>
      )}
      {interests.length > 0 && (
        <section>
          <h2 className="mb-2 flex flex-wrap items-baseline gap-x-3 text-lg font-semibold">
            {t('interests')}
            {common > 0 && (
              <span className="text-sm font-normal text-accent-text">{memberT('inCommon', { count: common })}</span>
            )}
          </h2>
          <ul className="flex flex-wrap gap-2">
            {interests.map((interest) => (
              <li key={interest}>
                <InterestChip interest={interest} isCommon={ownInterests.includes(interest)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const choiceIcons = {
  relationship: <Heart aria-hidden />,
  sexuality: <Users aria-hidden />,
  bodyType: <Ruler aria-hidden />,
  hairColour: <Palette aria-hidden />,
  eyeColour: <Eye aria-hidden />,
  tattoos: <Brush aria-hidden />,
  reason: <Compass aria-hidden />,
} satisfies Record<ProfileChoice, ReactNode>

function DetailChips({ member }: Pick<Props, 'member'>) {
  const t = useTranslations('profiles')
  const choiceText = useChoiceText()
  const countryName = useCountryName()
  const { gender, city, region, lookingFor } = member
  const country = countryName(member.country)
  return (
    <ul className="flex flex-wrap gap-2">
      <DetailChip icon={<MapPin aria-hidden />}>{placeLine({ city, region, country })}</DetailChip>
      {lookingFor && <DetailChip icon={<Search aria-hidden />}>{t(`lookingFor.${lookingFor}`)}</DetailChip>}
      {profileChoiceNames.map((name) => {
        const value = member[name]
        return (
          value && (
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

function InterestChip({ interest, isCommon }: { interest: Interest; isCommon: boolean }) {
  const t = useTranslations('profiles')
  return (
    <Chip isMarked={isCommon}>
      {t(`interest.${interest}`)}
      {isCommon && <span className="sr-only"> {t('inCommon')}</span>}
    </Chip>
  )
}
