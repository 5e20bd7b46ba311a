import { Heart, MapPin, Ruler, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { MemberProfile } from '#contract/profiles.ts'
import type { Interest } from '#contract/settings.ts'
import { Chip } from '#web/ui/elements/chip.tsx'
import { placeLine } from './place-line.ts'

interface Props {
  member: MemberProfile
  /** The viewer's own interests, to mark those in common. */
  ownInterests: readonly Interest[]
}

/** The optional fields of a profile: details as chips, the text about the member, and the interests. */
export function ProfileDetails({ member, ownInterests }: Props) {
  const t = useTranslations('profiles')
  const { about, interests } = member
  return (
    <div className="flex flex-col gap-6">
      <DetailChips member={member} />
      {about && (
        <section>
          <h2 className="mb-2 text-lg font-semibold">{t('about')}</h2>
          <p className="leading-relaxed wrap-anywhere whitespace-pre-line">{about}</p>
        </section>
      )}
      {interests.length > 0 && (
        <section>
          <h2 className="mb-2 text-lg font-semibold">{t('interests')}</h2>
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

function DetailChips({ member }: Pick<Props, 'member'>) {
  const t = useTranslations('profiles')
  const format = useFormatter()
  const { gender, city, region, relationship, bodyType, lookingFor } = member
  const country = format.displayName(member.country, { type: 'region' }) ?? member.country
  return (
    <ul className="flex flex-wrap gap-2">
      <DetailChip icon={<MapPin aria-hidden />}>{placeLine({ city, region, country })}</DetailChip>
      {relationship && (
        <DetailChip icon={<Heart aria-hidden />}>{t(`relationship.${relationship}`, { gender })}</DetailChip>
      )}
      {bodyType && <DetailChip icon={<Ruler aria-hidden />}>{t(`bodyType.${bodyType}`, { gender })}</DetailChip>}
      {lookingFor && <DetailChip icon={<Search aria-hidden />}>{t(`lookingFor.${lookingFor}`)}</DetailChip>}
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
