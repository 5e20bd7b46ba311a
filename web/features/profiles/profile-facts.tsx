import { Heart, MapPin, Ruler, Search } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import type { MemberProfile } from '#contract/profiles.ts'
import type { Interest } from '#contract/settings.ts'
import { Chip } from '#web/ui/elements/chip.tsx'

interface Props {
  member: MemberProfile
  /** The viewer's own interests, to mark what both share. */
  ownInterests: readonly Interest[]
}

/** What a member says of herself: facts as chips, her own words, interests with the common ones marked. */
export function ProfileFacts({ member, ownInterests }: Props) {
  const t = useTranslations('profiles')
  const format = useFormatter()
  const { city, region, country, relationship, bodyType, lookingFor, about, interests } = member
  // London lies in London: said once.
  const place = [...new Set([city, region, format.displayName(country, { type: 'region' })])].filter(Boolean).join(', ')
  return (
    <div className="flex flex-col gap-6">
      <ul className="flex flex-wrap gap-2">
        <li className="max-w-full">
          <Chip icon={<MapPin aria-hidden />}>{place}</Chip>
        </li>
        {relationship && (
          <li>
            <Chip icon={<Heart aria-hidden />}>{t(`relationship.${relationship}`)}</Chip>
          </li>
        )}
        {bodyType && (
          <li>
            <Chip icon={<Ruler aria-hidden />}>{t(`bodyType.${bodyType}`)}</Chip>
          </li>
        )}
        {lookingFor && (
          <li>
            <Chip icon={<Search aria-hidden />}>{t(`lookingFor.${lookingFor}`)}</Chip>
          </li>
        )}
      </ul>
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
            {interests.map((interest) => {
              const isCommon = ownInterests.includes(interest)
              return (
                <li key={interest}>
                  <Chip isMarked={isCommon}>
                    {t(`interest.${interest}`)}
                    {isCommon && <span className="sr-only"> {t('inCommon')}</span>}
                  </Chip>
                </li>
              )
            })}
          </ul>
        </section>
      )}
    </div>
  )
}
